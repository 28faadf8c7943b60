package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// profileGroups say what a sample of the processor was spent on: the first group of which any function of its stack is.
// Callers come after what they call: a store's work is the store's, whoever asked for it.
var profileGroups = []struct {
	name  string
	parts []string // of the names of functions
}{
	{"collector", []string{"runtime.gcBgMarkWorker", "runtime.gcAssistAlloc", "runtime.bgsweep", "runtime.bgscavenge", "runtime.gcStart", "runtime.deductAssistCredit"}},
	{"trail and seals", []string{"internal/auditoria"}},
	{"store", []string{"internal/store/", "go.etcd.io/bbolt", "aws-sdk-go", "smithy-go"}},
	{"files", []string{"internal/blob/", "minio-go", "internal/app.(*transfer"}},
	{"broker", []string{"internal/broker/", "amqp091", "internal/outbox"}},
	{"tokens", []string{"internal/auth", "go-jose"}},
	{"subscriptions", []string{"internal/hub", "internal/server/socket", "github.com/coder/websocket", "internal/server/sse"}},
	{"GraphQL", []string{"servidor/graph", "servidor/resolvers", "gqlgen", "gqlparser", "internal/server/engine", "internal/server/admission", "internal/server/budget"}},
	{"TLS", []string{"crypto/tls"}},
	{"clients of services", []string{"net/http.(*Transport)", "net/http.(*persistConn)"}},
	{"HTTP", []string{"net/http", "internal/server/", "internal/app"}},
}

const (
	otherGroup   = "runtime"
	profileFor   = 30 * time.Second
	profileHertz = "99"
)

// samples has perf look at the server in the middle of a run, and says where its processor went.
func (l *load) samples(ctx context.Context, lasts time.Duration, whole bool) func() string {
	if !whole {
		return func() string { return "" }
	}
	if !hasPerf() {
		return func() string { return "NOT RUN: perf is missing (Debian's package linux-perf)" }
	}
	ctx, stop := context.WithCancel(ctx)
	data := filepath.Join(l.dir, "perf.data")
	var group sync.WaitGroup
	var failure error
	group.Go(func() {
		if !until(ctx, time.Now().Add(lasts/3)) {
			return
		}
		pid, seconds := strconv.Itoa(l.neighbours["carpeta"]), min(profileFor, lasts/3).Seconds()
		out, err := exec.CommandContext(ctx, "perf", "record", "-q", "-e", "cpu-clock", "-F", profileHertz, "--call-graph", "fp", "-p", pid, "-o", data,
			"--", "sleep", fmt.Sprintf("%.1f", seconds)).CombinedOutput()
		if err != nil {
			failure = fmt.Errorf("perf: %w: %s", err, out)
		}
	})
	return func() string {
		stop()
		group.Wait()
		if failure != nil {
			return "NOT RUN: " + shorten(firstLine(failure))
		}
		shares, err := sharesOf(data)
		if err != nil {
			return "NOT RUN: " + shorten(firstLine(err))
		}
		return shares
	}
}

// sharesOf reads what perf wrote.
func sharesOf(data string) (string, error) {
	out, err := exec.Command("perf", "script", "-i", data, "-F", "ip,sym").Output()
	if err != nil {
		return "", fmt.Errorf("perf script: %w", err)
	}
	counts, total := countGroups(out)
	if total == 0 {
		return "", errors.New("perf took no sample")
	}
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
	var parts []string
	for _, name := range names {
		parts = append(parts, fmt.Sprintf("%s %.0f %%", name, 100*float64(counts[name])/float64(total)))
	}
	return fmt.Sprintf("%s (%d samples)", strings.Join(parts, ", "), total), nil
}

// countGroups counts stacks by group: a function a line, the innermost first, and an empty line after each stack.
func countGroups(out []byte) (counts map[string]int, total int) {
	counts = map[string]int{}
	for stack := range strings.SplitSeq(string(out), "\n\n") {
		if strings.TrimSpace(stack) != "" {
			counts[groupOf(stack)]++
			total++
		}
	}
	return counts, total
}

func groupOf(stack string) string {
	for _, g := range profileGroups {
		if slices.ContainsFunc(g.parts, func(part string) bool { return strings.Contains(stack, part) }) {
			return g.name
		}
	}
	return otherGroup
}

// named is the program with the names of its functions, which the one that is given to others lacks. The code is the same.
func (b *bench) named(ctx context.Context) (*bench, error) {
	if !hasPerf() {
		return b, nil
	}
	with := *b
	with.bin = filepath.Join(b.dir, "carpeta-con-nombres")
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", with.bin, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w: %s", err, out)
	}
	return &with, nil
}

func hasPerf() bool {
	_, err := exec.LookPath("perf")
	return err == nil
}
