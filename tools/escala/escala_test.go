package main

import (
	"math"
	"os"
	"strings"
	"testing"
)

// real are the inputs as they are.
func real(t *testing.T) *input {
	t.Helper()
	in, err := read(".", "../../docs")
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// TestThePageIsFresh: docs/escala.md is what the tool writes now.
func TestThePageIsFresh(t *testing.T) {
	written, err := os.ReadFile("../../" + page)
	if err != nil {
		t.Fatal(err)
	}
	if real(t).write() != string(written) {
		t.Error("run make generate: " + page + " is not what tools/escala computes")
	}
}

// TestEveryNumberIsUsed: a number that changes nothing would look as if it did.
func TestEveryNumberIsUsed(t *testing.T) {
	in := real(t)
	in.write()
	if left := in.unused(); len(left) > 0 {
		t.Errorf("nothing is computed from %v", left)
	}
}

// TestEveryUseWasMeasured, and nothing that is not asked for.
func TestEveryUseWasMeasured(t *testing.T) {
	in := real(t)
	for _, u := range uses {
		m, has := in.measured.Uses[u.name]
		if !has || m.CPUMs <= 0 || m.StoreCalls <= 0 || m.Read <= 0 {
			t.Errorf("%s: %+v", u.name, m)
		}
	}
	if len(in.measured.Uses) != len(uses) {
		t.Errorf("%d uses were measured, and %d are asked for", len(in.measured.Uses), len(uses))
	}
}

// byHand are inputs that somebody can compute with: a million citizens with ten documents, who only download and delete.
func byHand() *input {
	in := &input{used: map[string]bool{}}
	in.chosen.Assumptions = map[string]number{}
	for name, v := range map[string]float64{
		"citizens": 1e6, "documents": 10, "visits": 3, "firstPages": 0, "laterPages": 0, "searches": 0, "downloads": 1, "uploads": 0, "deliveries": 0,
		"deletions": 2, "corrections": 0, "newCitizens": 0, "fileKB": 1000, "peak": 10, "largestOperador": 0.5, "targetUse": 0.5, "processVcpu": 2,
		"processGiB": 4, "leastProcesses": 3, "brokerCores": 2, "minutes": 10, "socketsEach": 10, "sealEach": 128, "changesKept": 5, "looksKept": 1,
		"documentBytes": 2500, "carpetaBytes": 500, "eventBytes": 1800, "deletionBytes": 1000, "newsBytes": 300,
		"partitionWrite": 1000, "partitionRead": 3000, "partitionGB": 10, "tableWrite": 40000, "trailShards": 4,
	} {
		in.chosen.Assumptions[name] = number{Value: v}
	}
	in.prices.Prices = map[string]price{}
	for name, usd := range map[string]float64{
		"dynamoWrite": 1, "dynamoRead": 0.5, "dynamoStorage": 0.25, "dynamoBackup": 0.2, "s3Write": 5, "s3Read": 1, "s3Storage": 0.02, "transfer": 0.1,
		"vcpu": 0.04, "memory": 0.005, "brokerNode": 0.3,
	} {
		in.prices.Prices[name] = price{USD: usd}
	}
	in.measured.Uses = map[string]use{
		"download": {WriteTables: 1, WriteIndexes: 2, Read: 2, Events: 1, CPUMs: 4, S3: map[string]float64{"GET": 1}, Messages: 1, BrokerCPUMs: 1},
		"deletion": {WriteTables: 16, WriteIndexes: 24, WritePending: 2, WriteLists: 3, Read: 1, Events: 3, CPUMs: 2, S3: map[string]float64{"HEAD": 2, "DELETE": 1, "LIST": 1}},
	}
	in.seals.puts, in.seals.gets, in.seals.store, in.seals.perSecond = 30000, 20000, 15000, 30000
	return in
}

// TestTheBillByHand: 3 million downloads and 2 million deletions a year.
func TestTheBillByHand(t *testing.T) {
	in := byHand()
	got := map[string]float64{}
	for _, l := range in.bill() {
		got[l.name] = l.usd
	}
	events := 3.0 + 3*2 // millions
	const hours = 365 * 24
	for name, want := range map[string]float64{
		"files at rest":             10_000_000 * 0.001 * 0.02 * 12, // 10 million files of 1 MB
		"downloads to the internet": 3000 * 0.1,                     // 3 million files: 3,000 GB
		"writes of the store":       3*3*1 + 2*40*1,
		"reads of the store":        (3*2 + 2*1) * 0.5,
		"requests for files":        3*1*1 + 2*(2*1+1*5), // a deletion's DELETE is free
		"seals of the trail":        events * 2 * (0.03*5 + 0.02*1 + 0.015*1),
		"store at rest":             (1e7*2500 + 1e6*500 + (6e6*5+3e6)*1800 + 2e6*30/365*1000 + 6e6*30/365*300) / 1e9 * 0.25 * 12,
		"backup of the store":       (1e7*2500 + 1e6*500 + (6e6*5+3e6)*1800 + 2e6*30/365*1000 + 6e6*30/365*300) / 1e9 * 0.2 * 12,
		"server processes":          58 * (2*0.04 + 4*0.005) * hours, // 3 visits of 10 minutes a year, ten times the mean: 571 sockets, 10 each
		"RabbitMQ":                  3 * 0.3 * hours,
	} {
		if math.Abs(got[name]-want) > 1e-6*want {
			t.Errorf("%s: US$ %.4f, by hand %.4f", name, got[name], want)
		}
		delete(got, name)
	}
	for name := range got {
		t.Errorf("%s was not computed by hand", name)
	}
}

// TestLimitsByHand: two million deletions a year, ten times the mean, half of them at one operador, of two units in the
// pending index and three in the lists; of the trail's events two units each, and of a look one.
func TestLimitsByHand(t *testing.T) {
	const deletions, looks = 2e6 / (365 * 24 * 3600.0) * 10, 3e6 / (365 * 24 * 3600.0) * 10
	want := map[string][2]float64{
		"pending index": {deletions * 2 / 2, 1000}, "lists of": {deletions * 3 / 2, 1000}, "trail of": {(deletions*3*2 + looks) / 2, 4000},
		"seals of": {(deletions*3 + looks) / 2, 30000}, "writes of all": {deletions*40 + looks*3, 40000}, "all messages": {looks, 1000}, "one citizen": {1, 1000.0 / 16},
	}
	limits := byHand().limits()
	for i, l := range limits {
		if i > 0 && l.factor() < limits[i-1].factor() {
			t.Errorf("%s breaks before %s", l.name, limits[i-1].name)
		}
		for name, w := range want {
			if strings.HasPrefix(l.name, name) {
				delete(want, name)
				if math.Abs(l.now-w[0]) > 1e-9 || math.Abs(l.most-w[1]) > 1e-6 {
					t.Errorf("%+v, by hand %v", l, w)
				}
			}
		}
	}
	if len(want) > 0 || len(limits) != 7 {
		t.Errorf("%d rows; none about %v", len(limits), want)
	}
}

func TestNumbersAsPeopleWriteThem(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.125: "0.13", 2: "2", 99.999: "100", 1234.6: "1,235", 55e6: "55,000,000", 0.0012: "0.0012"} {
		if got := count(v); got != want {
			t.Errorf("%v is written %q, want %q", v, got, want)
		}
	}
}

// TestAWrongInputIsRefused: a name that nobody reads is a mistake in writing.
func TestAWrongInputIsRefused(t *testing.T) {
	file := t.TempDir() + "/precios.json"
	if err := os.WriteFile(file, []byte(`{"prices": {"vcpu": {"usd": 1, "per": "hour", "sauce": "x"}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	var into struct{ Prices map[string]price }
	if err := decode(file, &into); err == nil || !strings.Contains(err.Error(), "sauce") {
		t.Errorf("got %v", err)
	}
	if err := new(input).readSeals("| seal |"); err == nil {
		t.Error("a page without the rows was read")
	}
}
