package e2e_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/attack"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

const (
	memoryLimit = 256 // MiB
	attackFor   = 8 * time.Second
	backWithin  = time.Minute
	// spans are what the runtime cannot give back of a heap that was large: a few live objects lie in each.
	spans = 12 // MiB
)

// TestMemoryLimit: a process of 256 MiB, with no other setting, lives through all attacks at
// once. An honest client is served, and a minute later the process is within a fifth of what it took
// before, but for the holes of a heap that was large. Where the test may, the kernel holds the limit too.
func TestMemoryLimit(t *testing.T) { livesThrough(t) }

// TestMemoryLimitWithSlack: so does one whose operator allows more garbage than the limit has room for.
func TestMemoryLimitWithSlack(t *testing.T) {
	services.Night(t, "TestMemoryLimit")
	livesThrough(t, "CARPETA_MEMORIA_HOLGURA=1073741824")
}

func livesThrough(t *testing.T, env ...string) {
	house := serverkit.NewHouse(t, serverkit.Embedded).Plain().With(append(env, fmt.Sprintf("CARPETA_MEMORY_LIMIT_MIB=%d", memoryLimit),
		"CARPETA_LIMIT_WRITE=10s", "CARPETA_LIMIT_REQUEST=10s")...)
	carpetas := house.Seed(t, "--carpetas", "9", "--documentos", "60")
	s := house.Start(t)
	confine(t, s.PID())
	honest := s.Client(t, carpetas[0].CiudadanoID, "ciudadano")
	target := attack.Target{API: s.URL}
	for _, c := range carpetas[1:] {
		target.Citizens = append(target.Citizens, attack.Citizen{Token: s.Client(t, c.CiudadanoID, "ciudadano").Token, CarpetaID: c.CarpetaID})
	}
	must(t, attack.Prepare(t.Context(), &target))
	idle := warm(t, s, honest, carpetas[0].CarpetaID)

	ctx, cancel := context.WithTimeout(t.Context(), attackFor)
	defer cancel()
	var most atomic.Int64
	go func() {
		for ctx.Err() == nil {
			if all, mapped := residentOf(s.PID()); all-mapped > most.Load() {
				most.Store(all - mapped)
			}
			pauseFor(ctx, 10*time.Millisecond)
		}
	}()
	met := make(chan *attack.Tally, 1)
	go func() {
		tally, err := attack.Together(ctx, target)
		if err != nil {
			t.Error(err)
		}
		met <- tally
	}()
	served, asked := visit(t, honest, carpetas[0].CarpetaID, attackFor)
	t.Logf("idle %d MiB, at most %d; served %d of %d; %s", idle, most.Load(), served, asked, <-met)
	if most.Load() > memoryLimit {
		t.Errorf("%d MiB are resident, with a limit of %d", most.Load(), memoryLimit)
	}
	if served < asked*9/10 {
		t.Errorf("the honest client was served %d times of %d", served, asked)
	}
	since, bound := time.Now(), idle*12/10+spans
	now := collected(t, s, honest, carpetas[0].CarpetaID)
	for now > bound && time.Since(since) < backWithin {
		pauseFor(t.Context(), 500*time.Millisecond)
		now = collected(t, s, honest, carpetas[0].CarpetaID)
	}
	if t.Logf("%d MiB after %s", now, time.Since(since).Round(time.Second)); now > bound {
		t.Errorf("%d MiB are not given back, %d were taken in quiet\n%s", now, idle, heapOf(t, s))
	}
}

// warm serves an honest client until the cache of documents is as full as it may be, and the collector has
// run a few times, as in any process that is not just born. It returns what the process then takes.
func warm(t *testing.T, s *serverkit.Server, honest serverkit.Client, carpetaID string) int64 {
	t.Helper()
	fields := strings.Repeat("id titulo tipo estadoDocumento tamanoBytes nombreArchivo tipoContenido fechaRecepcion ", 40)
	for i := range 100 { // some 100 KiB each
		honest.MustPost(t, fmt.Sprintf(`query Q%d { nodes(ids: []) { ... on Documento { %s } } }`, i, fields), nil)
	}
	return collected(t, s, honest, carpetaID)
}

// collected is what the process takes after the collector has run three times for an honest client: garbage that waits for the
// next run is not counted as kept.
func collected(t *testing.T, s *serverkit.Server, honest serverkit.Client, carpetaID string) int64 {
	t.Helper()
	before := collections(t, s)
	serverkit.WaitFor(t, time.Minute, "the collector has run", func() bool {
		for range 100 {
			sees(t, honest, carpetaID)
		}
		return collections(t, s) >= before+3
	})
	return own(t, s.PID())
}

var collectionsLine = regexp.MustCompile(`(?m)^go_gc_duration_seconds_count (\d+)`)

// collections is how often the collector has run.
func collections(t *testing.T, s *serverkit.Server) int {
	t.Helper()
	_, text := s.Admin(t, "/metrics")
	m := collectionsLine.FindStringSubmatch(text)
	if m == nil {
		t.Fatal("the collections are not counted")
	}
	n, err := strconv.Atoi(m[1])
	must(t, err)
	return n
}

// heapOf are the figures of the runtime.
func heapOf(t *testing.T, s *serverkit.Server) (lines string) {
	t.Helper()
	_, text := s.Admin(t, "/metrics")
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "go_memstats_") || strings.HasPrefix(line, "go_goroutines") {
			lines += line
		}
	}
	return lines
}

// visit asks for a page ten times a second, and counts the answers.
func visit(t *testing.T, c serverkit.Client, carpetaID string, d time.Duration) (served, asked int) {
	t.Helper()
	for end := time.Now().Add(d); time.Now().Before(end); asked++ {
		if sees(t, c, carpetaID) {
			served++
		}
		pauseFor(t.Context(), 100*time.Millisecond)
	}
	return served, asked
}

// sees asks for a page, and reports whether it came.
func sees(t *testing.T, c serverkit.Client, carpetaID string) bool {
	t.Helper()
	a, err := c.Post(t.Context(), `query($c: ID!) { carpeta(id: $c) { documentos(first: 20) { nodes { id titulo } } } }`, map[string]any{"c": carpetaID})
	return err == nil && len(a.Errors) == 0
}

func pauseFor(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

var residentLine = regexp.MustCompile(`(VmRSS|RssFile):\s+(\d+) kB`)

// residentOf is the resident memory of a process in MiB, and how much of it are pages of files; 0 if it
// is gone.
func residentOf(pid int) (all, mapped int64) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	found := map[string]int64{}
	for _, m := range residentLine.FindAllSubmatch(text, -1) {
		kib, _ := strconv.ParseInt(string(m[2]), 10, 64)
		found[string(m[1])] = kib >> 10
	}
	return found["VmRSS"], found["RssFile"]
}

// own is the resident memory of a process in MiB without pages of files: the kernel takes those back, and
// the store maps its whole file.
func own(t *testing.T, pid int) int64 {
	t.Helper()
	all, mapped := residentOf(pid)
	if all == 0 {
		t.Fatal("the server is gone")
	}
	return all - mapped
}

// confine puts the process into a cgroup with the limit, if the test may make one. The
// kernel then ends a process that takes more.
func confine(t *testing.T, pid int) {
	t.Helper()
	for _, c := range [][2]string{{"/sys/fs/cgroup/memory", "memory.limit_in_bytes"}, {"/sys/fs/cgroup", "memory.max"}} {
		group := filepath.Join(c[0], fmt.Sprintf("carpeta-test-%d", pid))
		if os.Mkdir(group, 0o755) != nil {
			continue
		}
		t.Cleanup(func() { // the server still runs: a group with a process in it would stay
			_ = os.WriteFile(filepath.Join(c[0], "cgroup.procs"), []byte(strconv.Itoa(pid)), 0o600)
			if err := os.Remove(group); err != nil {
				t.Error(err)
			}
		})
		if os.WriteFile(filepath.Join(group, c[1]), []byte(strconv.Itoa(memoryLimit<<20)), 0o600) != nil ||
			os.WriteFile(filepath.Join(group, "cgroup.procs"), []byte(strconv.Itoa(pid)), 0o600) != nil {
			continue
		}
		t.Log("the kernel holds the limit:", group)
		return
	}
	t.Log("no cgroup can be made here: the test alone holds the limit")
}
