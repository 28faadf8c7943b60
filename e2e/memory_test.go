package e2e_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/attack"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

const (
	memoryLimit = 256 // MiB
	attackFor   = 8 * time.Second
	backWithin  = time.Minute
	// kept is what stays on purpose, of a process of 40 MiB more than a fifth: the cache of
	// documents, with no more than its setting, and the runtime's tables of a heap that was large.
	kept = 8 + 8 // MiB
)

// TestMemoryLimit: a process of 256 MiB, with no other setting, lives through all attacks at
// once. An honest client is served, and a minute later it has given its own memory back but for
// a fifth of what it took in quiet. The benchmarks have the long version. Where the test may, the kernel holds the limit too.
func TestMemoryLimit(t *testing.T) {
	house := serverkit.NewHouse(t, serverkit.Embedded).Plain().With(fmt.Sprintf("CARPETA_MEMORY_LIMIT_MIB=%d", memoryLimit),
		"CARPETA_LIMIT_INIT=10s", "CARPETA_LIMIT_PONG=10s", "CARPETA_LIMIT_WRITE=10s", "CARPETA_LIMIT_REQUEST=10s")
	carpetas := house.Seed(t, "--carpetas", "9", "--documentos", "60")
	s := house.Start(t)
	confine(t, s.PID())
	honest := s.Client(t, carpetas[0].CiudadanoID, "ciudadano")
	target := attack.Target{API: s.URL}
	for _, c := range carpetas[1:] {
		target.Citizens = append(target.Citizens, attack.Citizen{Token: s.Client(t, c.CiudadanoID, "ciudadano").Token, CarpetaID: c.CarpetaID})
	}
	if err := attack.Prepare(t.Context(), &target); err != nil {
		t.Fatal(err)
	}
	visit(t, honest, carpetas[0].CarpetaID, time.Second)
	idle, files := resident(t, s.PID())

	ctx, cancel := context.WithTimeout(t.Context(), attackFor)
	defer cancel()
	var most atomic.Int64
	go func() {
		for ctx.Err() == nil {
			if own, files := residentOf(s.PID()); own+files > most.Load() {
				most.Store(own + files)
			}
			pauseFor(ctx, 10*time.Millisecond)
		}
	}()
	met := make(chan *attack.Tally, 1)
	go func() {
		tally, err := attack.Together(ctx, target, withoutTLS())
		if err != nil {
			t.Error(err)
		}
		met <- tally
	}()
	served, asked := visit(t, honest, carpetas[0].CarpetaID, attackFor)
	t.Logf("idle %d MiB and %d of files, at most %d; served %d of %d; %s", idle, files, most.Load(), served, asked, <-met)
	if most.Load() > memoryLimit {
		t.Errorf("%d MiB are resident, with a limit of %d", most.Load(), memoryLimit)
	}
	if served < asked*9/10 {
		t.Errorf("the honest client was served %d times of %d", served, asked)
	}
	since, bound := time.Now(), idle+(idle+files)/5+kept
	now, mapped := resident(t, s.PID())
	for ; now > bound && time.Since(since) < backWithin; now, mapped = resident(t, s.PID()) {
		pauseFor(t.Context(), 500*time.Millisecond)
	}
	if t.Logf("%d MiB and %d of files after %s", now, mapped, time.Since(since).Round(time.Second)); now > bound {
		t.Errorf("%d MiB are not given back, %d were taken in quiet", now, idle)
	}
}

// withoutTLS are the attacks on a plain address.
func withoutTLS() (some []attack.Attack) {
	for _, a := range attack.All() {
		if !a.HTTP2 {
			some = append(some, a)
		}
	}
	return some
}

// visit asks for a page ten times a second, and counts the answers.
func visit(t *testing.T, c serverkit.Client, carpetaID string, d time.Duration) (served, asked int) {
	t.Helper()
	for end := time.Now().Add(d); time.Now().Before(end); asked++ {
		a, err := c.Post(t.Context(), `query($c: ID!) { carpeta(id: $c) { documentos(first: 20) { nodes { id titulo } } } }`, map[string]any{"c": carpetaID})
		if err == nil && len(a.Errors) == 0 {
			served++
		}
		pauseFor(t.Context(), 100*time.Millisecond)
	}
	return served, asked
}

func pauseFor(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

var residentLine = regexp.MustCompile(`(?m)^Rss(Anon|File|Shmem):\s+(\d+) kB`)

// residentOf is the resident memory of a process in MiB: its own, and the pages of files that it
// has mapped (its program, its data), which the kernel takes back when somebody needs them.
// Both are 0 if it is gone.
func residentOf(pid int) (own, files int64) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for _, m := range residentLine.FindAllStringSubmatch(string(text), -1) {
		kib, _ := strconv.ParseInt(m[2], 10, 64)
		if m[1] == "File" {
			files += kib >> 10
		} else {
			own += kib >> 10
		}
	}
	return own, files
}

func resident(t *testing.T, pid int) (own, files int64) {
	t.Helper()
	if own, files = residentOf(pid); own == 0 {
		t.Fatal("the server is gone")
	}
	return own, files
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
