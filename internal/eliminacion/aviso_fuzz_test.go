package eliminacion_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Whatever stands in a message: it is read as a step of the saga that the
// envelope names, or refused for good; and a message that is read can be sent on unchanged.
func FuzzAviso(f *testing.F) {
	f.Add([]byte(`{"version":1,"eventoId":"e","secuencia":1,"estado":"INICIADA","paso":"ESPERA"}`), "e")
	f.Fuzz(func(t *testing.T, data []byte, saga string) {
		a, err := eliminacion.ReadAviso(broker.Message{ID: "m", SagaID: saga, Data: data})
		if err != nil {
			if fault.CodeOf(err) != fault.BadUserInput || fault.Transient(err) {
				t.Fatalf("a message that nobody can read would come again: %v", err)
			}
			return
		}
		if a.EventoID == "" || a.EventoID != saga {
			t.Fatalf("a message of saga %q was read as one of %q", saga, a.EventoID)
		}
		if a.Secuencia < 1 {
			t.Fatalf("secuencia %d", a.Secuencia)
		}
		e, primera := a.Comienzo()
		got := []any{primera, e.Secuencia, len(e.Historia)}
		if diff := cmp.Diff([]any{a.Secuencia == 1, a.Secuencia, 1}, got); diff != "" {
			t.Fatalf("%+v begins a saga: whole, secuencia, changes (-want +got):\n%s", a, diff)
		}
		comprobarAviso(t, e)
	})
}

// comprobarAviso: a saga that a message told of is told on as the same.
func comprobarAviso(t *testing.T, e eliminacion.Eliminacion) {
	t.Helper()
	if !deEsteMundo(e) {
		return // only our own times are ever told on
	}
	m := eliminacion.Mensaje(e, broker.DeletionProgress, time.Unix(0, 0))
	otra, err := eliminacion.ReadAviso(m)
	if err != nil {
		t.Fatalf("%+v cannot be told on: %v", e, err)
	}
	if de, _ := otra.Comienzo(); !cmp.Equal(e, de) {
		t.Fatal(cmp.Diff(e, de))
	}
}

func deEsteMundo(e eliminacion.Eliminacion) bool {
	momentos := []time.Time{e.SolicitadaEn, e.VentanaHasta, e.ProximoReintento, e.CompletadaEn, e.Historia[0].En}
	for _, f := range e.Errores {
		momentos = append(momentos, f.En)
	}
	for _, m := range momentos {
		if _, desplazo := m.Zone(); m.Year() < 1 || m.Year() > 9999 || desplazo != 0 {
			return false
		}
	}
	return true
}
