package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestDataFolderHasOneServer: a data folder has one server.
func TestDataFolderHasOneServer(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Embedded)
	house.Start(t)
	for _, args := range [][]string{{"serve"}, {"datos", "sembrar", "--carpetas", "1", "--documentos", "1"}, {"documento", "importar", "--dir", ".", "--carpeta", "0190a000-0000-7000-8000-000000000001"}} {
		r := house.With("CARPETA_ADDR=127.0.0.1:0", "CARPETA_ADMIN_ADDR=127.0.0.1:0").Run(t, args...)
		if r.Code != 1 || !strings.Contains(r.Err, "in use by another process") {
			t.Errorf("%v: exit code %d\n%s", args, r.Code, r.Err)
		}
	}
}

// TestDamagedDataFolderIsNamed: a damaged file is named, with what to do, and nobody sees a stack.
func TestDamagedDataFolderIsNamed(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		file    string
		content []byte
		code    int
		says    string
	}{
		{"carpeta.db", []byte("no es una base"), 5, "backup"},
		{"carpeta.db", make([]byte, 8192), 5, "backup"},
		{"cursores.key", nil, 1, "cursores.key"},
		{"objetos.key", []byte("x"), 1, "objetos.key"},
		{"emisor.pem", []byte("x"), 1, "emisor.pem"},
		{"revocaciones.jsonl", []byte("{\n"), 1, "revocacion listar"},
	} {
		house := serverkit.NewHouse(t, serverkit.Embedded)
		house.Seed(t, "--carpetas", "1", "--documentos", "1")
		path := filepath.Join(house.Dir, tc.file)
		must(t, os.WriteFile(path, tc.content, 0o600))
		r := house.With("CARPETA_ADDR=127.0.0.1:0", "CARPETA_ADMIN_ADDR=127.0.0.1:0").Run(t, "serve")
		if r.Code != tc.code || !strings.Contains(r.Err, tc.says) || strings.Contains(r.Err, "goroutine") {
			t.Errorf("%s, %d bytes: exit code %d\n%s", tc.file, len(tc.content), r.Code, r.Err)
		}
	}
}

// TestForeignKeyIsNamed: a command of operadores that makes its own token says whose key is
// missing, and leaves nothing behind.
func TestForeignKeyIsNamed(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Embedded)
	s := house.Start(t)
	other, nobody := serverkit.NewHouse(t, serverkit.Embedded), filepath.Join(t.TempDir(), "nadie")
	other.Token(t, "alguien", "auditor", "", time.Hour) // makes its key
	for _, dir := range []string{other.Dir, nobody} {
		r := house.Run(t, "eliminacion", "listar", "--operador", "o", "--url", s.URL, "--data-dir", dir)
		if r.Code != 1 || !strings.Contains(r.Err, "--data-dir") || !strings.Contains(r.Err, dir) {
			t.Errorf("%s: exit code %d\n%s", dir, r.Code, r.Err)
		}
	}
	if _, err := os.Stat(nobody); err == nil {
		t.Error("a data folder was made")
	}
}

// TestNoBootstrap: a server without its tables says what to run, and so it is.
func TestNoBootstrap(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Distributed)
	onFreePorts := house.With("CARPETA_ADDR=127.0.0.1:0", "CARPETA_ADMIN_ADDR=127.0.0.1:0")
	if r := onFreePorts.Run(t, "serve"); r.Code != 1 || !strings.Contains(r.Err, "carpeta bootstrap") {
		t.Errorf("serve: exit code %d\n%s", r.Code, r.Err)
	}
	for range 2 { // nothing that exists changes
		house.MustRun(t, "bootstrap")
	}
	house.Start(t)
}
