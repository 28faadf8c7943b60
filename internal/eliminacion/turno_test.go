package eliminacion_test

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// What waits in the store has its turn, and keeps the moment from which it may be sent: of undo windows and of what
// found no place. The citizen's window ends when it was asked to end.
func TestATurnKeepsTheMoment(t *testing.T) {
	m := newWorld(t, t.TempDir())
	m.lleno, m.detras = true, 7*time.Second
	for _, ventana := range []time.Duration{0, 10 * time.Second} {
		e := m.solicitar(m.documento(false), ventana)
		vence := m.now.Add(ventana)
		guardada, err := m.almacen.Eliminacion(t.Context(), e.EventoID)
		if err != nil {
			t.Fatal(err)
		}
		p := guardada.Pendiente()
		if !p.VenceEn().Equal(vence) || !p.ConTurno() || p.NoAntesDe.Truncate(time.Millisecond) != vence.Add(7*time.Second) {
			t.Errorf("window %v: due %v, turn %v", ventana, p.VenceEn().Sub(m.now), p.NoAntesDe.Sub(m.now))
		}
		if ventana > 0 && !guardada.VentanaHasta.Equal(vence) {
			t.Errorf("the window ends %v", guardada.VentanaHasta.Sub(m.now))
		}
	}
}

// Who asks again for what waits for its turn does not jump the queue.
func TestAskingAgainDoesNotJumpTheQueue(t *testing.T) {
	m := newWorld(t, t.TempDir())
	m.lleno, m.detras = true, time.Minute
	d := m.documento(false)
	m.solicitar(d, 0)
	m.now = m.now.Add(3 * time.Second)
	if m.solicitar(d, 0); len(m.buzon) > 0 {
		t.Errorf("asking twice sent %v", m.buzon)
	}
}

func TestVenceEn(t *testing.T) {
	turno := mediodia.Add(7*time.Second + 7)
	cases := []struct {
		name      string
		noAntesDe time.Time
		secuencia int64
		arriendos int64
		vence     time.Time
	}{
		{"a turn", turno, 1, 0, mediodia},
		{"its own moment", mediodia, 1, 0, mediodia},
		{"leased", turno, 1, 1, turno},
		{"a later step", turno, 2, 0, turno},
		{"an hour is the longest", mediodia.Add(3600 * (time.Second + 1)), 1, 0, mediodia},
		{"a moment of an earlier version", mediodia.Add(3601), 1, 0, mediodia.Add(3601)},
	}
	var ps []eliminacion.Pendiente
	for _, c := range cases {
		p := eliminacion.Pendiente{EventoID: c.name, NoAntesDe: c.noAntesDe, Secuencia: c.secuencia, Arriendos: c.arriendos}
		if ps = append(ps, p); !p.VenceEn().Equal(c.vence) || p.ConTurno() != c.vence.Before(c.noAntesDe) {
			t.Errorf("%s: %v", c.name, p.VenceEn())
		}
	}
	if due := eliminacion.YaVencidas(ps, mediodia); len(due) != 3 {
		t.Errorf("due: %v", due)
	}
	if next := eliminacion.PrimeraVez(ps, mediodia); !next.Equal(mediodia.Add(3601)) {
		t.Errorf("the next is due at %v", next)
	}
	if since := eliminacion.EsperaDesde(ps[1:]); !since.Equal(mediodia) {
		t.Errorf("the oldest waits since %v", since)
	}
	if !eliminacion.PrimeraVez(nil, mediodia).IsZero() || !eliminacion.EsperaDesde(nil).IsZero() {
		t.Error("an empty list has moments")
	}
}
