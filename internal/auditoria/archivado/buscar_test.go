package archivado_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// TestAnEventOutlivesItsRetention: by its id, from the archive, whichever day and part it is in.
func TestAnEventOutlivesItsRetention(t *testing.T) {
	w := newWorld(t)
	a, r := w.archive("p1"), rand.New(rand.NewPCG(1, 2))
	w.now = w.now.Truncate(day).Add(day - 20*time.Millisecond) // around midnight
	for range 60 {
		w.note(operadores[r.IntN(3)], auditoria.DocumentoVisto)
		w.now = w.now.Add(time.Millisecond)
	}
	w.now = w.now.Add(5 * day)
	w.pass(a)
	w.now = w.now.Add(400 * day)
	find := a.Buscador()
	for _, e := range w.all {
		if _, err := w.store.Evento(t.Context(), e.OperadorID, e.EventoID); fault.CodeOf(err) != fault.NotFound {
			t.Fatalf("the store has it still: %v", err)
		}
		got, err := a.Evento(t.Context(), e.OperadorID, e.EventoID)
		if err != nil {
			t.Fatal(err)
		}
		w.requireSame(auditoria.Consulta{}, []auditoria.Evento{got}, []auditoria.Evento{e})
		if got, err = find(t.Context(), e.OperadorID, e.EventoID); err != nil || got.EventoID != e.EventoID {
			t.Fatal(err)
		}
		if _, err := find(t.Context(), "otro", e.EventoID); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("in another's archive: %v", err)
		}
	}
	for _, odd := range []string{strings.Repeat("ü", 250), strings.Repeat("o", 250), "../..", "a/b"} {
		if _, err := a.Evento(t.Context(), odd, w.all[0].EventoID); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("of %.8s…: %v", odd, err)
		}
	}
	young := w.note(operadores[0], auditoria.DocumentoVisto)
	w.objects.left.Store(1) // the next call fails: the store is enough
	if _, err := a.Evento(t.Context(), operadores[0], young.EventoID); err != nil {
		t.Error(err)
	}
	if _, err := a.Evento(t.Context(), operadores[1], young.EventoID); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("of another: %v", err)
	}
}
