package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// writer writes Markdown.
type writer struct{ strings.Builder }

func (w *writer) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// row writes a row of a table.
func (w *writer) row(cells ...string) { w.line("| %s |", strings.Join(cells, " | ")) }

func (w *writer) head(cells ...string) {
	w.row(cells...)
	for i := range cells {
		cells[i] = "---"
	}
	w.row(cells...)
}

// write is the whole page.
func (in *input) write() string {
	w := &writer{}
	citizens, b := in.the("citizens"), in.bill()
	w.line("# Capacity and money\n")
	w.line("What %s citizens with %s documents each need, and what that costs a year. This page is computed by", count(citizens), count(in.the("documents")))
	w.line("`tools/escala` (`make generate`) from three files in its folder. Change a number there, and never here.\n")
	w.line("* `medidas.json`: what each use costs. `make unidades` measures it on the program, with its calls of DynamoDB and S3")
	w.line("  counted on the way. Now it is of %s.", in.measured.Measured)
	w.line("* `supuestos.json`: how people use it, each number with its reason.")
	w.line("* `precios.json`: list prices.\n")
	w.line("What sealing costs comes from [benchmarks.md](benchmarks.md#the-trail). Not in it: people, support, data centres of")
	w.line("operadores, a load balancer, logs, discounts.\n")
	in.writeMoney(w, b, citizens)
	in.writeUses(w)
	in.writeMachines(w)
	in.writeBreaks(w)
	in.writeSensitivity(w)
	in.writeInputs(w)
	return w.String()
}

func (in *input) writeMoney(w *writer, b bill, citizens float64) {
	w.line("## Money\n")
	w.line("A year costs **US$ %s**, which is **US$ %.2f for a citizen**, once every carpeta is full.\n", count(b.sum()), b.sum()/citizens)
	w.line("```mermaid\npie showData title US$ 1,000 a year")
	for _, l := range b {
		w.line("  %q : %.0f", l.name, l.usd/1000)
	}
	w.line("```\n")
	w.head("what for", "US$ a year", "US$ for 1,000 citizens", "share")
	for _, l := range b {
		w.row(l.name, count(l.usd), fmt.Sprintf("%.2f", l.usd/citizens*1000), percent(l.usd/b.sum()))
	}
	w.row("**all**", count(b.sum()), fmt.Sprintf("%.2f", b.sum()/citizens*1000), "100 %")
	w.line("")
	k := in.kept()
	w.line("At rest: files %s, documents and their lists %s, trail %s, deletions and news of a month %s,\ncarpetas %s.\n",
		bytesText(k.files), bytesText(k.documents), bytesText(k.trail), bytesText(k.deletions+k.news), bytesText(k.carpetas))
}

func (in *input) writeUses(w *writer) {
	w.line("## What a use costs\n")
	w.line("Units of DynamoDB are those of tables and of indexes. Processor is that of the server. Money is for a million, without")
	w.line("machines and what is at rest.\n")
	w.head("use", "a citizen and year", "write units", "read units", "S3", "messages", "processor", "US$ for a million")
	for _, u := range uses {
		m := in.measured.Uses[u.name]
		w.row(u.what, short(u.times(in)), fmt.Sprintf("%s + %s", short(m.WriteTables), short(m.WriteIndexes)), short(m.Read), objects(m.S3), short(m.Messages),
			fmt.Sprintf("%.1f ms", m.CPUMs), fmt.Sprintf("%.2f", in.of(u.name).sum()*million))
	}
	paid, uses := in.paid()
	w.line("\nA million uses as they come cost US$ %.2f; with machines, and with everything that is at rest, US$ %.2f.\n",
		paid.sum()/uses*million, in.bill().sum()/uses*million)
}

func objects(kinds map[string]float64) string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		parts = append(parts, short(kinds[k])+" "+k)
	}
	if parts == nil {
		return "–"
	}
	return strings.Join(parts, ", ")
}

func (in *input) writeMachines(w *writer) {
	mean := in.mean()
	peak := mean.times(in.the("peak"))
	more := peak.times(tenTimes)
	w.line("## Machines\n")
	w.head("in a second", "mean of a year", "peak", "ten times the peak")
	for _, r := range []struct {
		what string
		of   func(load) float64
	}{
		{"uses", func(l load) float64 { return l.requests }},
		{"deletions", func(l load) float64 { return l.deletions }},
		{"write units", func(l load) float64 { return l.write }},
		{"read units", func(l load) float64 { return l.read }},
		{"events of the trail", func(l load) float64 { return l.events }},
		{"messages", func(l load) float64 { return l.messages }},
		{"cores of the server", func(l load) float64 { return l.cpu }},
		{"cores of RabbitMQ", func(l load) float64 { return l.brokerCPU }},
	} {
		w.row(r.what, count(r.of(mean)), count(r.of(peak)), count(r.of(more)))
	}
	now, then := in.machines(peak), in.machines(more)
	w.line("\nWith %.0f %% of each processor free:\n", 100*(1-in.the("targetUse")))
	w.head("machines", "at the peak", "at ten times the peak")
	w.row(fmt.Sprintf("server processes of %s vCPU", short(in.the("processVcpu"))), count(now.processes), count(then.processes))
	w.row("open sockets, which decide the number of processes if there are many", count(now.sockets), count(then.sockets))
	w.row(fmt.Sprintf("nodes of RabbitMQ of %s vCPU", short(in.the("brokerCores"))), count(now.brokers), count(then.brokers))
	bySize, byUnits := in.partitions(peak)
	_, unitsThen := in.partitions(more)
	w.row("partitions of DynamoDB, for what is at rest", count(bySize), "as many")
	w.row("partitions of DynamoDB, for the units", count(byUnits), count(unitsThen))
	w.line("\nDynamoDB divides tables by itself.\n")
}

func (in *input) writeBreaks(w *writer) {
	w.line("## What breaks first\n")
	w.line("Server processes, partitions of DynamoDB and S3 grow with the load. These do not. What breaks below 10×")
	w.line("breaks first when ten times as many people come.\n")
	w.head("what", "at the peak", "most", "breaks at", "what to do then")
	for _, l := range in.limits() {
		w.row(l.name, fmt.Sprintf("%s %s", short(l.now), l.unit), count(l.most), fmt.Sprintf("%.1f×", l.factor()), l.then)
	}
	w.line("\nHot keys are those of an operador: its pending index, its lists of deletions, and its trail of a day. The others are of")
	w.line("one citizen, one document or one deletion. The row of the citizen is for one change a second in one carpeta. What")
	w.line("RabbitMQ does for itself is counted as work for messages, so its row is on the safe side.\n")
	in.writeHotPartition(w)
}

// writeHotPartition explains what bounds the deletions of one operador, and what to do when that is near.
func (in *input) writeHotPartition(w *writer) {
	const direct, swept = 2, 4 // write units of a deletion in the pending index
	most, now := in.the("partitionWrite"), in.mean().times(in.the("peak")).deletions*in.the("largestOperador")
	w.line("### A hot partition\n")
	w.line("DynamoDB keeps all items of one partition key together, in a table and in an index, and one partition takes %s write", count(most))
	w.line("units and %s read units a second, whatever the table as a whole is allowed. What is more is refused: the SDK tries", count(in.the("partitionRead")))
	w.line("again, requests get slow, and at last they fail with `UNAVAILABLE`. Only users of the same key notice.\n")
	w.line("A deletion writes to four kinds of keys that belong to an operador:\n")
	w.head("key", "write units of a deletion", "deletions of one operador a second")
	w.row("index `pendientes`: the operador", fmt.Sprintf("%d if it is executed directly, %d by the queues or after a sweep", direct, swept), fmt.Sprintf("%s, %s", count(most/direct), count(most/swept)))
	w.row("index `porOperador`: the operador and the state INICIADA", "2", count(most/2))
	w.row("index `porOperador`: the operador and the state COMPLETADA", "1", count(most))
	w.row("trail: the operador, the day, and one of four parts", "1.5 in each part", count(most/1.5))
	w.line("\nSo one operador can end %s deletions a second in any case, and about %s if they run directly. The peak of the", count(most/swept), count(most/direct))
	w.line("largest operador is %s a second, and of all operadores together %s.\n", short(now), short(now/in.the("largestOperador")))
	w.line("**When it would matter.** A single operador would have to delete %.0f times as much as the largest one does at the peak,", most/swept/now)
	w.line("for example when it removes whole carpetas with a program. `RATE_CHANGES` bounds each citizen, and the window")
	w.line("(`CARPETA_WINDOW_PER_OPERADOR`) bounds what an operador has under way. The alert")
	w.line("[CarpetaTablaSaturada](runbook.md#carpetatablasaturada) tells that a partition refuses writes.\n")
	w.line("**What to do then.** First let it pass: deletions wait in the store and lose nothing. A smaller window for that operador")
	w.line("makes the rate smaller. If one operador needs more than 250 a second for good, its deletions have to be written under")
	w.line("several keys: a suffix behind the operador in both indexes, by a hash of the eventoId, and a reader that asks all of")
	w.line("them. That is a new format of the tables. An early build could do it while it served; it was taken out, because nobody")
	w.line("is near that figure.\n")
}

func (in *input) writeSensitivity(w *writer) {
	w.line("## What the result depends on\n")
	w.line("What a year costs more if one number is twice as large. Numbers that move it by less than 1 %% are left out.\n")
	w.head("number", "a year costs")
	for _, d := range in.sensitivity() {
		if math.Abs(d.share) >= 0.01 {
			w.row(fmt.Sprintf("`%s`: %s", d.name, d.unit), fmt.Sprintf("%+.0f %%", 100*d.share))
		}
	}
	w.line("")
}

func (in *input) writeInputs(w *writer) {
	w.line("## Numbers\n")
	w.head("assumption", "value", "of what", "why")
	for _, name := range slices.Sorted(maps.Keys(in.chosen.Assumptions)) {
		n := in.chosen.Assumptions[name]
		w.row("`"+name+"`", short(n.Value), n.Unit, n.Why)
	}
	w.line("")
	w.head("limit", "value", "of what", "source")
	for _, name := range slices.Sorted(maps.Keys(in.chosen.Limits)) {
		n := in.chosen.Limits[name]
		w.row("`"+name+"`", short(n.Value), n.Unit, n.Why)
	}
	w.line("\n%s\n", in.prices.Source)
	w.head("price", "US$", "for", "source")
	for _, name := range slices.Sorted(maps.Keys(in.prices.Prices)) {
		p := in.prices.Prices[name]
		w.row("`"+name+"`", strconv.FormatFloat(p.USD, 'f', -1, 64), p.Per, p.Source)
	}
}

// count is a number with commas, and no more than three digits that matter below a hundred.
func count(v float64) string {
	if v < 100 {
		return short(v)
	}
	digits := strconv.FormatFloat(v, 'f', 0, 64)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// short has two decimals at most.
func short(v float64) string {
	if v >= 1000 {
		return count(v)
	}
	if v != 0 && math.Abs(v) < 0.01 {
		return strconv.FormatFloat(v, 'g', 2, 64)
	}
	return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

func bytesText(b float64) string {
	for _, u := range []struct {
		name string
		size float64
	}{{"PB", 1e15}, {"TB", 1e12}, {"GB", 1e9}} {
		if b >= u.size {
			return short(math.Round(b/u.size*10)/10) + " " + u.name
		}
	}
	return count(b) + " bytes"
}
