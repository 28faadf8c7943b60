package sellado_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
)

// TestLogsThatWereRolledBackAreFound: whoever puts yesterday's logs back, all of them with their fences,
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
}

// TestAFolderThatWasPutBackIsFound: store and logs of yesterday agree with each other. A checkpoint of today that was kept
// elsewhere does not agree with them.
func TestAFolderThatWasPutBackIsFound(t *testing.T) {
	m := nuevo(t)
	m.anota("op-1", 300)
	s := sellado.New(m.config("p-1"))
	m.horas(s, 2)
	m.cerrar()
	yesterday := t.TempDir()
	if err := os.CopyFS(yesterday, os.DirFS(m.dir)); err != nil {
		t.Fatal(err)
	}
	m.abrir()
	old := m.guarda(t, "op-1")
	s = sellado.New(m.config("p-1"))
	m.anota("op-1", 300)
	m.anota("op-2", 3)
	m.horas(s, 2)
	kept := m.guarda(t, "op-1", "op-2")
	for _, texto := range append(old, kept...) {
		if r, hs := m.compara(t, texto); len(hs) > 0 || r.Comparados == 0 {
			t.Errorf("before anything was put back: %+v %+v", r, hs)
		}
	}
	m.cerrar()
	if err := os.RemoveAll(m.dir); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(m.dir, os.DirFS(yesterday)); err != nil {
		t.Fatal(err)
	}
	m.abrir()
	m.limpio("op-1", 300) // nothing in the folder tells
	for i, texto := range kept {
		if _, hs := m.compara(t, texto); len(hs) != 1 || hs[0].Tipo != sellado.PasadoDistinto {
			t.Errorf("checkpoint %d: %+v", i, hs)
		}
	}
	for _, texto := range old { // it grew from what it was yesterday
		if _, hs := m.compara(t, texto); len(hs) != 0 {
			t.Errorf("%+v", hs)
		}
	}
	for _, bad := range []string{"", "no checkpoint", strings.Replace(string(kept[0]), "600", "601", 1), string(kept[0][:40])} {
		if _, err := sellado.New(m.config("auditor")).ComprobarGuardado(t.Context(), []byte(bad), nil); err == nil {
			t.Errorf("taken: %q", bad)
		}
	}
}

// TestAnotherPastIsFound: whoever has the key can make a log anew that is as long, with other events. A checkpoint that was
// kept elsewhere tells.
func TestAnotherPastIsFound(t *testing.T) {
	m := nuevo(t)
	m.anota("op-1", 300)
	m.horas(sellado.New(m.config("p-1")), 1)
	kept := m.guarda(t, "op-1")[0]
	otro := nuevo(t) // the same key
	otro.anota("op-1", 400)
	sellado.New(otro.config("p-1")).Vuelta(t.Context())
	otro.copia("operador/op-1", m)
	if _, hs := m.compara(t, kept); len(hs) != 1 || hs[0].Tipo != sellado.PasadoDistinto {
		t.Errorf("findings: %+v", hs)
	}
}

// guarda keeps the checkpoints of logs.
func (m *mundo) guarda(t *testing.T, operadorIDs ...string) (textos [][]byte) {
	t.Helper()
	for _, id := range operadorIDs {
		l, err := sellado.New(m.config("auditor")).Lector(id)
		if err != nil {
			t.Fatal(err)
		}
		c, err := l.Checkpoint(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		textos = append(textos, c.Note)
	}
	return textos
}

func (m *mundo) compara(t *testing.T, texto []byte) (r sellado.Comprobado, hs []sellado.Hallazgo) {
	t.Helper()
	r, err := sellado.New(m.config("auditor")).ComprobarGuardado(t.Context(), texto, func(h sellado.Hallazgo) error { hs = append(hs, h); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return r, hs
}
