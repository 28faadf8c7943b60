package eliminacion_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// TestAMessageNamesItsStep: the same step that is sent again has the same id, and another step of the deletion another one.
func TestAMessageNamesItsStep(t *testing.T) {
	m := newWorld(t, t.TempDir())
	e := m.solicitar(m.documento(false), 0)
	first, again := eliminacion.Mensaje(e, broker.MinioCleanup, m.now), eliminacion.Mensaje(e, broker.MinioCleanup, m.now.Add(1))
	if want := e.EventoID + ":1:" + broker.MinioCleanup; first.ID != want || again.ID != want || first.SagaID != e.EventoID || !first.Time.Equal(m.now) {
		t.Errorf("%+v\n%+v", first, again)
	}
	later := e
	later.Secuencia++
	for _, other := range []broker.Message{eliminacion.Mensaje(later, broker.MinioCleanup, m.now), eliminacion.Mensaje(e, broker.DeletionProgress, m.now)} {
		if other.ID == first.ID || other.SagaID != e.EventoID {
			t.Errorf("another step: %+v", other)
		}
	}
}
