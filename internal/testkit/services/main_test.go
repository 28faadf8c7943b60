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

// pronto only keeps a broken test from hanging.
func pronto(t *testing.T) context.Context {
	t.Helper()
	ctx, cancelar := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancelar)
	return ctx
}

func debe(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// enMiTMPDIR gives the test a temporary folder of its own, so that it can see
// everything that is left in it. Short: the broker puts long names below it.
func enMiTMPDIR(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	return dir
}

// procesosDe lists the processes that know of a folder, in their command line
// or environment: also those that our children started.
func procesosDe(t *testing.T, dir string) []string {
	t.Helper()
	var hallados []string
	todos, err := os.ReadDir("/proc")
	if err != nil {
		t.Skip("no /proc on this system: nothing to count processes with")
	}
	for _, p := range todos {
		if pid, err := strconv.Atoi(p.Name()); err != nil || pid == os.Getpid() {
			continue
		}
		orden, _ := os.ReadFile(filepath.Join("/proc", p.Name(), "cmdline"))
		entorno, _ := os.ReadFile(filepath.Join("/proc", p.Name(), "environ"))
		if strings.Contains(string(orden)+string(entorno), dir+"/"+"carpeta-servicios-") {
			hallados = append(hallados, p.Name()+" "+strings.ReplaceAll(string(orden), "\x00", " "))
		}
	}
	return hallados
}

// nadaQueda: no process and no folder. The broker's helpers leave when they
// notice that it is gone, hence a moment of patience.
func nadaQueda(t *testing.T, dir string) {
	t.Helper()
	limite := time.Now().Add(time.Minute)
	for len(procesosDe(t, dir)) > 0 && time.Now().Before(limite) {
		time.Sleep(10 * time.Millisecond)
	}
	for _, p := range procesosDe(t, dir) {
		t.Errorf("still running: %s", p)
	}
	quedan, _ := filepath.Glob(filepath.Join(dir, "carpeta-servicios-*"))
	if len(quedan) > 0 {
		t.Errorf("still on disk: %v", quedan)
	}
}
