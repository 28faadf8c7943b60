package services

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// NoEjecutada ends a test that cannot run for want of something outside of it.
// In CI that is a failure. On a laptop the test is skipped, with a loud line, and
// written to the file that EnvNoEjecutadas names, so that somebody counts it.
//
// Go's test cache is no hole in this: a run that read the variable is only
// repeated from the cache while the variable is the same, and make test names
// another file each time.
func NoEjecutada(t testing.TB, motivo string) {
	t.Helper()
	archivo := os.Getenv(EnvNoEjecutadas)
	if EnCI() {
		t.Fatalf("cannot run, and in CI that is a failure: %s", motivo)
	}
	// The first line: the rest is a log.
	corto, _, _ := strings.Cut(motivo, "\n")
	fmt.Fprintf(os.Stderr, "\n*** NOT RUN: %s: %s\n\n", t.Name(), corto)
	if archivo != "" {
		if err := anotar(archivo, t.Name()+": "+corto+"\n"); err != nil {
			t.Fatalf("not run, and that could not be recorded: %v", err)
		}
	}
	t.Skip("NOT RUN: " + motivo)
}

// anotar appends in one write: many test processes share the file.
func anotar(archivo, linea string) error {
	f, err := os.OpenFile(archivo, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(linea); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

// LeerNoEjecutadas returns the lines recorded so far; no file means none.
func LeerNoEjecutadas(archivo string) ([]string, error) {
	texto, err := os.ReadFile(archivo)
	if os.IsNotExist(err) {
		return nil, nil
	}
	return strings.FieldsFunc(string(texto), func(r rune) bool { return r == '\n' }), err
}
