package services_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

func TestMain(m *testing.M) { os.Exit(services.Main(m)) }

// soon only keeps a broken test from hanging.
func soon(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// withOwnTempDir gives the test a temporary folder of its own, so that it can see
// everything that is left in it. Short: the broker puts long names below it.
func withOwnTempDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	return dir
}

// processesOf lists the processes that know of a folder, in their command line
// or environment: also those that our children started.
func processesOf(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	all, err := os.ReadDir("/proc")
	if err != nil {
		t.Skip("no /proc on this system: nothing to count processes with")
	}
	for _, p := range all {
		if pid, err := strconv.Atoi(p.Name()); err != nil || pid == os.Getpid() {
			continue
		}
		command, _ := os.ReadFile(filepath.Join("/proc", p.Name(), "cmdline"))
		env, _ := os.ReadFile(filepath.Join("/proc", p.Name(), "environ"))
		if strings.Contains(string(command)+string(env), dir+"/"+"carpeta-servicios-") {
			found = append(found, p.Name()+" "+strings.ReplaceAll(string(command), "\x00", " "))
		}
	}
	return found
}

// nothingIsLeft: no process and no folder. The broker's helpers leave when they
// notice that it is gone, hence a moment of patience.
func nothingIsLeft(t *testing.T, dir string) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for len(processesOf(t, dir)) > 0 && time.Now().Before(deadline) {
		time.Sleep(10 * time.Millisecond)
	}
	for _, p := range processesOf(t, dir) {
		t.Errorf("still running: %s", p)
	}
	left, _ := filepath.Glob(filepath.Join(dir, "carpeta-servicios-*"))
	if len(left) > 0 {
		t.Errorf("still on disk: %v", left)
	}
}
