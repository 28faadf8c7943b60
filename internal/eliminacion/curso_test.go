package eliminacion_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

func TestBornAt(t *testing.T) {
	desde := time.Now().Truncate(time.Millisecond)
	en := eliminacion.NacidaEn(uuid.Must(uuid.NewV7()).String())
	if en.Before(desde) || en.After(time.Now()) {
		t.Fatalf("%s is not now", en)
	}
	for _, otro := range []string{"", "a", "no-es-un-uuid-y-es-largo"} {
		if en := eliminacion.NacidaEn(otro); en.After(time.Unix(3600, 0)) {
			t.Errorf("%q was made at %s", otro, en)
		}
	}
}

// What counts is how long the machine has been at it.
func TestEnCursoDesde(t *testing.T) {
	t0 := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	min := func(n int) time.Time { return t0.Add(time.Duration(n) * time.Minute) }
	cambio := func(n int, estado eliminacion.EstadoSaga, paso eliminacion.Paso) eliminacion.Cambio {
		return eliminacion.Cambio{Estado: estado, Paso: paso, En: min(n)}
	}
	const ini, comp, fall = eliminacion.Iniciada, eliminacion.Compensando, eliminacion.Fallida
	const espera, minio, meta = eliminacion.Espera, eliminacion.MinioCleanup, eliminacion.MetadataCleanup
	casos := []struct {
		nombre   string
		ventana  time.Time
		historia []eliminacion.Cambio
		desde    time.Time
		en       bool
	}{
		{"just begun", time.Time{}, []eliminacion.Cambio{cambio(0, ini, minio)}, min(0), true},
		{"since its first step, not since the last", time.Time{}, []eliminacion.Cambio{cambio(0, ini, minio), cambio(1, ini, minio), cambio(2, ini, meta)}, min(0), true},
		{"in its undo window", min(60), []eliminacion.Cambio{cambio(0, ini, espera)}, min(60), true},
		{"after its undo window", min(60), []eliminacion.Cambio{cambio(0, ini, espera), cambio(60, ini, minio), cambio(61, ini, meta)}, min(60), true},
		{"compensating", time.Time{}, []eliminacion.Cambio{cambio(0, ini, minio), cambio(3, comp, minio)}, min(0), true},
		{"tried again", time.Time{}, []eliminacion.Cambio{cambio(0, ini, minio), cambio(1, ini, meta), cambio(2, fall, meta), cambio(90, ini, meta)}, min(90), true},
		{"ended", time.Time{}, []eliminacion.Cambio{cambio(0, ini, minio), cambio(1, fall, minio)}, time.Time{}, false},
		{"waits for a person", time.Time{}, []eliminacion.Cambio{cambio(0, ini, eliminacion.Aprobacion)}, time.Time{}, false},
		{"a person let it go on", time.Time{}, []eliminacion.Cambio{cambio(0, ini, eliminacion.Aprobacion), cambio(50, ini, minio)}, min(50), true},
	}
	for _, c := range casos {
		t.Run(c.nombre, func(t *testing.T) {
			ultimo := c.historia[len(c.historia)-1]
			e := eliminacion.Eliminacion{SolicitadaEn: t0, VentanaHasta: c.ventana, Historia: c.historia, Estado: ultimo.Estado, Paso: ultimo.Paso}
			desde, en := e.EnCursoDesde()
			if en != c.en || !desde.Equal(c.desde) {
				t.Errorf("since %v, %v; want %v, %v", desde, en, c.desde, c.en)
			}
		})
	}
}
