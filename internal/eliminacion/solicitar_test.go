package eliminacion_test

import (
	"testing"
	"time"
)

// The store had no answer for the writer of the saga, so that nothing was published
// and the citizen was told to try again: that moves it, and no lease has to end.
func TestAskingAgainMovesWhatNobodyPublished(t *testing.T) {
	m := newWorld(t, t.TempDir())
	d := m.documento(false)
	e := m.solicitar(d, 0)
	m.buzon = nil
	if m.solicitar(d, 0); len(m.buzon) > 0 {
		t.Error("published again at once: that it was published is more likely than not")
	}
	m.now = m.now.Add(3 * time.Second)
	if otra := m.solicitar(d, 0); otra.EventoID != e.EventoID {
		t.Errorf("another deletion, %s", otra.EventoID)
	}
	m.todo()
	if q := m.quedo(e, d); q != "COMPLETADA/COMPLETED, sin metadatos, sin archivo" {
		t.Error(q)
	}
}
