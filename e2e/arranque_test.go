package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestVariableEquivocada: a typing error in a variable is an error with the
// nearest name, whatever the command.
func TestVariableEquivocada(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p)
		for _, caso := range [][2]string{
			{"CARPETA_CURSOR_TLL=1h", "CARPETA_CURSOR_TTL"}, {"CARPETA_ADDRESS=127.0.0.1:1", "CARPETA_ADDR"}, {"CARPETA_DATADIR=/tmp", "CARPETA_DATA_DIR"},
		} {
			for _, comando := range []string{"serve", "bootstrap", "config"} {
				r := casa.With(caso[0]).Run(t, comando)
				if r.Code != 2 || !strings.Contains(r.Err, caso[1]+"?") {
					t.Errorf("%s, %s: exit code %d, want 2 and %s:\n%s", caso[0], comando, r.Code, caso[1], r.Err)
				}
			}
		}
		if r := casa.With("CARPETA_STORE_TIMEOUT=mucho").Run(t, "serve"); r.Code != 2 || !strings.Contains(r.Err, "CARPETA_STORE_TIMEOUT") {
			t.Errorf("bad value: exit code %d\n%s", r.Code, r.Err)
		}
		if r := casa.Run(t, "servir"); r.Code != 2 {
			t.Errorf("unknown command: exit code %d\n%s", r.Code, r.Err)
		}
	})
}

// TestCarpetaOcupada: a data folder has one server.
func TestCarpetaOcupada(t *testing.T) {
	t.Parallel()
	casa := serverkit.NewHouse(t, serverkit.Embedded)
	casa.Start(t)
	for _, args := range [][]string{{"serve"}, {"seed", "--carpetas", "1", "--documentos", "1"}, {"import", "--dir", ".", "--carpeta", "0190a000-0000-7000-8000-000000000001"}} {
		r := casa.With("CARPETA_ADDR=127.0.0.1:0", "CARPETA_ADMIN_ADDR=127.0.0.1:0").Run(t, args...)
		if r.Code != 1 || !strings.Contains(r.Err, "in use by another process") {
			t.Errorf("%v: exit code %d\n%s", args, r.Code, r.Err)
		}
	}
}

// TestCarpetaDanada: a damaged file is named, with what to do, and nobody sees a stack.
func TestCarpetaDanada(t *testing.T) {
	t.Parallel()
	ceros := func(n int) []byte { return make([]byte, n) }
	for _, caso := range []struct {
		archivo   string
		contenido []byte
		desde     int64 // of the file; what stood there is replaced
		dice      string
	}{
		{"carpeta.db", []byte("no es una base"), 0, "backup"},
		{"carpeta.db", ceros(8192), 0, "backup"},
		{"carpeta.db", ceros(1 << 16), 8192, "backup"},
		{"cursores.key", nil, 0, "cursores.key"},
		{"objetos.key", []byte("x"), 0, "objetos.key"},
		{"emisor.pem", []byte("x"), 0, "emisor.pem"},
	} {
		casa := serverkit.NewHouse(t, serverkit.Embedded)
		casa.Seed(t, "--carpetas", "1", "--documentos", "1")
		ruta := filepath.Join(casa.Dir, caso.archivo)
		antes, err := os.ReadFile(ruta)
		exigir(t, err)
		exigir(t, os.WriteFile(ruta, append(antes[:caso.desde:caso.desde], caso.contenido...), 0o600))
		r := casa.With("CARPETA_ADDR=127.0.0.1:0", "CARPETA_ADMIN_ADDR=127.0.0.1:0").Run(t, "serve")
		if r.Code != 1 || !strings.Contains(r.Err, caso.dice) || strings.Contains(r.Err, "goroutine") {
			t.Errorf("%s, %d bytes from %d: exit code %d\n%s", caso.archivo, len(caso.contenido), caso.desde, r.Code, r.Err)
		}
	}
}

// TestLlaveAjena: a command of operadores that makes its own token says whose key is
// missing, and leaves nothing behind.
func TestLlaveAjena(t *testing.T) {
	t.Parallel()
	casa := serverkit.NewHouse(t, serverkit.Embedded)
	s := casa.Start(t)
	ajena, nadie := serverkit.NewHouse(t, serverkit.Embedded), filepath.Join(t.TempDir(), "nadie")
	ajena.Token(t, "alguien", "auditor", "", time.Hour) // makes its key
	for _, dir := range []string{ajena.Dir, nadie} {
		r := casa.Run(t, "sagas", "list", "--operador", "o", "--url", s.URL, "--data-dir", dir)
		if r.Code != 1 || !strings.Contains(r.Err, "--data-dir") || !strings.Contains(r.Err, dir) {
			t.Errorf("%s: exit code %d\n%s", dir, r.Code, r.Err)
		}
	}
	if _, err := os.Stat(nadie); err == nil {
		t.Error("a data folder was made")
	}
}

// TestSinBootstrap: a server without its tables says what to run, and so it is.
func TestSinBootstrap(t *testing.T) {
	t.Parallel()
	casa := serverkit.NewHouse(t, serverkit.Distributed)
	libre := casa.With("CARPETA_ADDR=127.0.0.1:0", "CARPETA_ADMIN_ADDR=127.0.0.1:0")
	if r := libre.Run(t, "serve"); r.Code != 1 || !strings.Contains(r.Err, "carpeta bootstrap") {
		t.Errorf("serve: exit code %d\n%s", r.Code, r.Err)
	}
	for range 2 { // what is there stays
		casa.MustRun(t, "bootstrap")
	}
	casa.Start(t)
}

// TestSinEmisor: the distributed profile has no issuer of its own to fall back on.
func TestSinEmisor(t *testing.T) {
	t.Parallel()
	casa := serverkit.NewHouse(t, serverkit.Distributed).With("CARPETA_AUTH_ISSUER=")
	for _, args := range [][]string{{"serve"}, {"token", "--sub", "x", "--rol", "auditor"}} {
		if r := casa.Run(t, args...); r.Code != 2 || r.Out != "" {
			t.Errorf("%v: exit code %d\n%s%s", args, r.Code, r.Out, r.Err)
		}
	}
}
