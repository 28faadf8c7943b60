package diskblob_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/sellotest"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
)

func openSellos(t *testing.T, dir string) *diskblob.Sellos {
	t.Helper()
	s, err := diskblob.OpenSellos(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestSellosContract(t *testing.T) {
	sellotest.Run(t, func(t *testing.T) (sello.Objects, func() sello.Objects) {
		dir := t.TempDir()
		return openSellos(t, dir), func() sello.Objects { return openSellos(t, dir) }
	})
}

// What a killed process left half is gone, and was never to be seen.
func TestSellosRests(t *testing.T) {
	dir := t.TempDir()
	s := openSellos(t, dir)
	if err := s.Put(t.Context(), "log/tile/0/000", []byte("whole")); err != nil {
		t.Fatal(err)
	}
	rest := filepath.Join(dir, "parciales", "1-1")
	if err := os.WriteFile(rest, []byte("hal"), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := openSellos(t, dir).Get(t.Context(), "log/tile/0/000"); err != nil || string(data) != "whole" {
		t.Errorf("%q (%v)", data, err)
	}
	if _, err := os.Stat(rest); !os.IsNotExist(err) {
		t.Errorf("the rest is there still: %v", err)
	}
}
