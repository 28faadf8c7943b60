package services_test

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// testigo is a test that remembers how it ended.
type testigo struct {
	testing.TB
	nombre string
	fin    string
}

func (t *testigo) Helper()               {}
func (t *testigo) Name() string          { return t.nombre }
func (t *testigo) Skip(...any)           { t.fin = "skipped"; runtime.Goexit() }
func (t *testigo) Fatalf(string, ...any) { t.fin = "failed"; runtime.Goexit() }

func terminar(nombre, motivo string) string {
	t := &testigo{nombre: nombre}
	fin := make(chan struct{})
	go func() {
		defer close(fin)
		services.NoEjecutada(t, motivo)
		t.fin = "went on"
	}()
	<-fin
	return t.fin
}

func TestNoEjecutada_laptop(t *testing.T) {
	lista := filepath.Join(t.TempDir(), "lista")
	t.Setenv("CI", "")
	t.Setenv(services.EnvNoEjecutadas, lista)
	for _, nombre := range []string{"TestUno", "TestDos/sub"} {
		if fin := terminar(nombre, "no broker\nand a long log"); fin != "skipped" {
			t.Errorf("%s %s, want skipped", nombre, fin)
		}
	}
	lineas, err := services.LeerNoEjecutadas(lista)
	if want := []string{"TestUno: no broker", "TestDos/sub: no broker"}; err != nil || !slices.Equal(lineas, want) {
		t.Errorf("recorded %q, %v, want %q", lineas, err, want)
	}
}

func TestNoEjecutada_aListThatCannotBeWrittenIsAFailure(t *testing.T) {
	t.Setenv("CI", "")
	t.Setenv(services.EnvNoEjecutadas, filepath.Join(t.TempDir(), "no", "such", "folder"))
	if fin := terminar("TestUno", "no broker"); fin != "failed" {
		t.Errorf("%s, want failed: nobody would count it", fin)
	}
}

func TestNoEjecutada_CI(t *testing.T) {
	t.Setenv("CI", "true")
	if fin := terminar("TestUno", "no broker"); fin != "failed" {
		t.Errorf("%s, want failed", fin)
	}
}

func TestFalta_isNotTriedAgain(t *testing.T) {
	t.Setenv("CI", "true")
	t.Setenv("CARPETA_TEST_FALTA_RABBITMQ", "no Erlang here")
	tt := &testigo{TB: t, nombre: "TestUno"}
	fin := make(chan struct{})
	go func() {
		defer close(fin)
		services.RabbitPropio(tt)
	}()
	<-fin
	if tt.fin != "failed" {
		t.Errorf("ended %q, want failed", tt.fin)
	}
}

func TestEntorno_namesWhatRunsAndWhatIsMissing(t *testing.T) {
	s := services.Nuevos(services.Opciones{})
	env := s.EntornoPruebas([]services.Falta{{Servicio: "minio", Causa: errLargo{}}})
	if want := []string{"CARPETA_TEST_FALTA_MINIO=no disk"}; !slices.Equal(env, want) {
		t.Errorf("%q, want %q", env, want)
	}
}

type errLargo struct{}

func (errLargo) Error() string { return strings.Join([]string{"no disk", "log"}, "\n") }
