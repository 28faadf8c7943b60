package eliminacion_test

import (
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

func TestCursorDeNovedades(t *testing.T) {
	now := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	c := eliminacion.CursorDeNovedades("c", now)
	for name, tc := range map[string]struct {
		carpeta, cursor string
		now             time.Time
		want            bool
	}{
		"its own":                  {"c", c, now, true},
		"after 24 hours":           {"c", c, now.Add(24 * time.Hour), true},
		"later":                    {"c", c, now.Add(24*time.Hour + 1), false},
		"of a clock that is ahead": {"c", c, now.Add(-5 * time.Second), true},
		"of the future":            {"c", c, now.Add(-6 * time.Second), false},
		"another carpeta's":        {"d", c, now, false},
		"empty":                    {"c", "", now, false},
		"no number":                {"c", c + "!", now, false},
		"a huge number":            {"c", c + strings.Repeat("z", 1000), now, false},
		"negative":                 {"c", strings.Replace(c, "-"+c[len(c)-8:], "--1", 1), now, false},
	} {
		desde, ok := eliminacion.NovedadesDesde(tc.carpeta, tc.cursor, tc.now)
		if ok != tc.want || ok && !desde.Equal(now) {
			t.Errorf("%s: %v, %v", name, desde, ok)
		}
	}
}

func TestCruzo(t *testing.T) {
	t0 := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	e := &eliminacion.Eliminacion{}
	for i, estado := range []eliminacion.EstadoSaga{
		eliminacion.Iniciada, eliminacion.Iniciada, eliminacion.Fallida, eliminacion.Iniciada, eliminacion.Iniciada, eliminacion.Completada,
	} {
		e.Historia = append(e.Historia, eliminacion.Cambio{Secuencia: int64(i + 1), Estado: estado, En: t0.Add(time.Duration(i+1) * time.Minute)})
	}
	for _, tc := range []struct {
		secuencia int64
		minutos   time.Duration
		want      bool
	}{
		{0, 2, false}, {2, 2, false}, {2, 3, true}, // the first end
		{3, 3, false}, {3, 4, true}, // went on
		{4, 5, false}, {4, 6, true}, {6, 9, false}, // the last end
	} {
		if got := e.Cruzo(tc.secuencia, t0.Add(tc.minutos*time.Minute)); got != tc.want {
			t.Errorf("after %d, until minute %d: %v", tc.secuencia, tc.minutos, got)
		}
	}
	e = &eliminacion.Eliminacion{EnPapelera: true}
	for i, paso := range []eliminacion.Paso{eliminacion.Espera, eliminacion.MinioCleanup, eliminacion.MetadataCleanup} {
		e.Historia = append(e.Historia, eliminacion.Cambio{
			Secuencia: int64(i + 1), Estado: eliminacion.Iniciada, Paso: paso, En: t0.Add(time.Duration(i+1) * time.Minute),
		})
	}
	if !e.Cruzo(1, t0.Add(2*time.Minute)) || e.Cruzo(1, t0.Add(time.Minute)) || e.Cruzo(2, t0.Add(3*time.Minute)) {
		t.Error("one that waited in the bin crosses when it goes on, and only then")
	}
}

func FuzzCursorDeNovedades(f *testing.F) {
	now := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	f.Add(eliminacion.CursorDeNovedades("c", now))
	f.Fuzz(func(t *testing.T, cursor string) {
		desde, ok := eliminacion.NovedadesDesde("c", cursor, now)
		if ok && (now.Sub(desde) > 24*time.Hour || desde.Sub(now) > 5*time.Second) {
			t.Fatalf("%q goes on from %v", cursor, desde)
		}
	})
}

func TestAvisoDeDocumento(t *testing.T) {
	n := documento.Novedad{
		Clave: documento.Clave{CarpetaID: "c", DocumentoID: "d"}, Tipo: documento.Llego,
		En: time.Date(2026, 11, 22, 10, 0, 0, 5e6, time.UTC),
	}
	m := eliminacion.MensajeDeDocumento(n, n.En)
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	a, err := eliminacion.ReadAviso(m)
	if err != nil || a.DeDocumento() != n {
		t.Fatalf("%+v, %v", a, err)
	}
	m.Data = []byte(strings.Replace(string(m.Data), "LLEGO", "OTRA", 1))
	if _, err := eliminacion.ReadAviso(m); err != nil {
		t.Fatal("a kind of a later version is read, and told", err)
	}
}
