package sellado_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
)

// TestLogsThatWereRolledBackAreFound: whoever puts yesterday's logs back, all of them, the small one and its fence too,
// leaves nothing among the logs that tells. The records of seals in the store do.
func TestLogsThatWereRolledBackAreFound(t *testing.T) {
	m := nuevo(t)
	m.anota("op-1", 300)
	s := sellado.New(m.config("p-1"))
	m.horas(s, 2)
	yesterday := t.TempDir()
	if err := os.CopyFS(yesterday, os.DirFS(m.dir+"/sellos")); err != nil {
		t.Fatal(err)
	}
	m.anota("op-1", 300)
	m.horas(s, 2)
	m.limpio("op-1", 600)
	m.cerrar()
	if err := os.RemoveAll(m.dir + "/sellos"); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(m.dir+"/sellos", os.DirFS(yesterday)); err != nil {
		t.Fatal(err)
	}
	m.abrir()
	m.pasa(time.Hour)
	_, hs := m.comprueba("op-1")
	if len(hs) != 1 || hs[0].Tipo != sellado.RegistroMal || !strings.Contains(hs[0].Detalle, "rolled back") || *hs[0].Numero != 600 {
		t.Errorf("the log of op-1: %+v", hs)
	}
	hs = nil
	if _, err := sellado.New(m.config("auditor")).ComprobarPeriodos(t.Context(), func(h sellado.Hallazgo) error { hs = append(hs, h); return nil }); err != nil {
		t.Fatal(err)
	}
	if len(hs) != 1 || hs[0].Tipo != sellado.RegistroMal || !strings.Contains(hs[0].Detalle, "rolled back") {
		t.Errorf("the small log: %+v", hs)
	}
}
