package e2e_test

import (
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/servidor"
)

// TestVariableEquivocada: a typing error in a variable is an error with the
// nearest name, whatever the command.
func TestVariableEquivocada(t *testing.T) {
	enAmbos(t, func(t *testing.T, p servidor.Perfil) {
		casa := servidor.NuevaCasa(t, p)
		for _, caso := range [][2]string{
			{"CARPETA_CURSOR_TLL=1h", "CARPETA_CURSOR_TTL"}, {"CARPETA_ADDRESS=127.0.0.1:1", "CARPETA_ADDR"}, {"CARPETA_DATADIR=/tmp", "CARPETA_DATA_DIR"},
		} {
			for _, comando := range []string{"serve", "bootstrap", "config"} {
				r := casa.Con(caso[0]).Ejecutar(t, comando)
				if r.Codigo != 2 || !strings.Contains(r.Err, caso[1]+"?") {
					t.Errorf("%s, %s: exit code %d, want 2 and %s:\n%s", caso[0], comando, r.Codigo, caso[1], r.Err)
				}
			}
		}
		if r := casa.Con("CARPETA_STORE_TIMEOUT=mucho").Ejecutar(t, "serve"); r.Codigo != 2 || !strings.Contains(r.Err, "CARPETA_STORE_TIMEOUT") {
			t.Errorf("bad value: exit code %d\n%s", r.Codigo, r.Err)
		}
		if r := casa.Ejecutar(t, "servir"); r.Codigo != 2 {
			t.Errorf("unknown command: exit code %d\n%s", r.Codigo, r.Err)
		}
	})
}

// TestCarpetaOcupada: a data folder has one server.
func TestCarpetaOcupada(t *testing.T) {
	t.Parallel()
	casa := servidor.NuevaCasa(t, servidor.Embedded)
	casa.Iniciar(t)
	for _, args := range [][]string{{"serve"}, {"seed", "--carpetas", "1", "--documentos", "1"}, {"import", "--dir", ".", "--carpeta", "0190a000-0000-7000-8000-000000000001"}} {
		r := casa.Con("CARPETA_ADDR=127.0.0.1:0", "CARPETA_ADMIN_ADDR=127.0.0.1:0").Ejecutar(t, args...)
		if r.Codigo != 1 || !strings.Contains(r.Err, "in use by another process") {
			t.Errorf("%v: exit code %d\n%s", args, r.Codigo, r.Err)
		}
	}
}

// TestSinBootstrap: a server without its tables says what to run, and so it is.
func TestSinBootstrap(t *testing.T) {
	t.Parallel()
	casa := servidor.NuevaCasa(t, servidor.Distributed)
	libre := casa.Con("CARPETA_ADDR=127.0.0.1:0", "CARPETA_ADMIN_ADDR=127.0.0.1:0")
	if r := libre.Ejecutar(t, "serve"); r.Codigo != 1 || !strings.Contains(r.Err, "carpeta bootstrap") {
		t.Errorf("serve: exit code %d\n%s", r.Codigo, r.Err)
	}
	for range 2 { // what is there stays
		casa.Carpeta(t, "bootstrap")
	}
	casa.Iniciar(t)
}

// TestSinEmisor: the distributed profile has no issuer of its own to fall back on.
func TestSinEmisor(t *testing.T) {
	t.Parallel()
	casa := servidor.NuevaCasa(t, servidor.Distributed).Con("CARPETA_AUTH_ISSUER=")
	for _, args := range [][]string{{"serve"}, {"token", "--sub", "x", "--rol", "auditor"}} {
		if r := casa.Ejecutar(t, args...); r.Codigo != 2 || r.Out != "" {
			t.Errorf("%v: exit code %d\n%s%s", args, r.Codigo, r.Out, r.Err)
		}
	}
}
