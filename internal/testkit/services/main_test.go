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

// own starts a service in a temporary folder of the test's own, so that the test can see
// everything that is left in it. The name of the folder is short: the broker puts long
// names below it.
func own[T interface {
	Start(context.Context) error
	Close() error
}](t *testing.T, newService func(services.Config) T) (service T, dir string) {
	t.Helper()
	services.Require(t)
	dir = t.TempDir()
	service = newService(services.Config{TempDir: dir, Install: services.InCI()})
	t.Cleanup(func() { must(t, service.Close()) })
	must(t, service.Start(context.WithoutCancel(t.Context())))
	return service, dir
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
