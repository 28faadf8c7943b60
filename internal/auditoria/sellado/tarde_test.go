package sellado_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// tardios shows events some time after their moments.
type tardios struct {
	m  *mundo
	es []auditoria.Evento
	en map[string]time.Time // when each is committed
}

func (v *tardios) EventosDesde(_ context.Context, operadorID, despues string, limite int) (es []auditoria.Evento, err error) {
	for _, e := range v.es {
		if !v.en[e.EventoID].After(v.m.Now()) && e.ClaveOrden() > despues && e.OperadorID == operadorID {
			es = append(es, e)
		}
	}
	slices.SortFunc(es, func(a, b auditoria.Evento) int { return cmp.Compare(a.ClaveOrden(), b.ClaveOrden()) })
	return es[:min(limite, len(es))], nil
}

func (v *tardios) Evento(_ context.Context, _, eventoID string) (auditoria.Evento, error) {
	for _, e := range v.es {
		if e.EventoID == eventoID {
			return e, nil
		}
	}
	return auditoria.Evento{}, fault.Plain(fault.NotFound)
}

// TestWhatComesMinutesLateIsSealedLate: a write that was held back, or the events of a server whose clock is behind. They are
// TARDE, and no difference. What came hours late was put there.
func TestWhatComesMinutesLateIsSealedLate(t *testing.T) {
	t.Parallel() // it waits for the disk
	m := nuevo(t)
	v := &tardios{m: m, en: map[string]time.Time{}}
	cfg := m.config("p")
	cfg.Eventos, cfg.Operadores = v, func(context.Context) ([]string, error) { return []string{"op"}, nil }
	put := func(at, visible time.Time) string {
		e := auditoria.Evento{EventoID: idEn(at), Momento: at, OperadorID: "op", Datos: map[string]string{"n": fmt.Sprint(len(v.es))}, Sal: bytes.Repeat([]byte{1}, 32)}
		v.es = append(v.es, e)
		v.en[e.EventoID] = visible
		return e.EventoID
	}
	s := sellado.New(cfg)
	runs := func(d time.Duration) {
		for end := m.Now().Add(d); m.Now().Before(end); m.pasa(time.Minute) {
			put(m.Now(), m.Now())
			s.Vuelta(t.Context())
			if m.Now().Minute() == 30 {
				s.Soltar(t.Context())
				s = sellado.New(cfg) // a process that remembers nothing
			}
		}
		vueltas(t.Context(), m, s, 3, time.Minute) // of what came in time nothing waits
	}
	var late []string
	compare := func(waiting int64, want ...sellado.TipoHallazgo) {
		t.Helper()
		var kinds []sellado.TipoHallazgo
		r, err := sellado.New(cfg).Comprobar(t.Context(), "op", func(h sellado.Hallazgo) error {
			kinds = append(kinds, h.Tipo)
			if h.Tipo == sellado.Tarde && !slices.Contains(late, h.EventoID) {
				t.Errorf("%s came in time", h.EventoID)
			}
			return nil
		})
		tarde := int64(len(slices.DeleteFunc(slices.Clone(want), func(k sellado.TipoHallazgo) bool { return k != sellado.Tarde })))
		if err != nil || !slices.Equal(kinds, want) || r.EnEspera != waiting || r.Tardios != tarde || r.Hallazgos != int64(len(want))-tarde {
			t.Errorf("%v, want %v: %+v (%v)", kinds, want, r, err)
		}
	}
	runs(time.Hour)
	compare(0)
	for _, by := range []time.Duration{4 * time.Minute, 50 * time.Minute} {
		late = append(late, put(m.Now().Add(time.Second), m.Now().Add(time.Second+by)))
	}
	for i := range 300 { // more than one seal takes of what is late
		at := m.Now().Add(time.Duration(i) * time.Second)
		late = append(late, put(at, at.Add(30*time.Minute)))
	}
	runs(time.Hour)
	compare(302)
	runs(time.Hour)
	tardes := slices.Repeat([]sellado.TipoHallazgo{sellado.Tarde}, 302)
	compare(0, tardes...)
	put(m.Now().Add(-3*time.Hour), m.Now())
	runs(3 * time.Hour)
	compare(0, append(tardes, sellado.Insertado)...)
	for _, id := range late {
		if _, err := sellado.Hoja(t.Context(), m.store, "op", id); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// Events that become visible up to 13 seconds after their keys, seals of every size at any time,
// sources that forget all: each event gets one number, and its id leads to it.
func TestLateEventsAreNotMissedAndNotSealedTwice(t *testing.T) {
	t.Parallel() // it waits for the disk
	for seed := range uint64(15) {
		r := rand.New(rand.NewPCG(seed, 1))
		m := nuevo(t)
		v := &tardios{m: m, en: map[string]time.Time{}}
		cfg := m.config("p")
		cfg.Eventos, cfg.Lote = v, 1+r.IntN(40)
		f := sellado.NewFuente(cfg, "op")
		numbers, sealed := map[string]int64{}, int64(0)
		sella := func(limit int) bool {
			p, err := f.Pending(t.Context(), limit)
			if err != nil || p.Sealed != sealed {
				t.Fatalf("seed %d: %d sealed, want %d (%v)", seed, p.Sealed, sealed, err)
			}
			var ids []string
			for _, l := range p.Leaves {
				if _, twice := numbers[l.ID]; twice {
					t.Fatalf("seed %d: %s is given twice", seed, l.ID)
				}
				numbers[l.ID] = sealed + int64(len(ids))
				ids = append(ids, l.ID)
			}
			if len(ids) == 0 {
				return false
			}
			by := f
			if r.IntN(4) == 0 {
				by = sellado.NewFuente(cfg, "op") // another process ends the seal
			}
			for range 1 + r.IntN(2) {
				if err := by.Sealed(t.Context(), sealed, ids); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
			sealed += int64(len(ids))
			return true
		}
		for range 120 {
			for range r.IntN(12) {
				at := m.Now().Add(time.Duration(r.IntN(10000)-5000) * time.Millisecond).Truncate(time.Millisecond) // clocks differ
				e := auditoria.Evento{EventoID: idEn(at), Momento: at, OperadorID: "op", Datos: map[string]string{"n": fmt.Sprint(len(v.es))}, Sal: bytes.Repeat([]byte{1}, 32)}
				v.es = append(v.es, e)
				v.en[e.EventoID] = m.Now().Add(time.Duration(r.IntN(8000)) * time.Millisecond)
			}
			if r.IntN(3) > 0 {
				sella(1 + r.IntN(60))
			}
			if r.IntN(8) == 0 {
				f = sellado.NewFuente(cfg, "op")
			}
			m.pasa(time.Duration(r.Int64N(int64(9 * time.Second)))) // with parts of a millisecond
		}
		for m.pasa(time.Minute); sella(50); {
		}
		if len(numbers) != len(v.es) {
			t.Fatalf("seed %d: %d of %d events are sealed", seed, len(numbers), len(v.es))
		}
		for id, n := range numbers {
			if got, err := sellado.Hoja(t.Context(), m.store, "op", id); err != nil || got != n {
				t.Fatalf("seed %d: %s has number %d, want %d (%v)", seed, id, got, n, err)
			}
		}
	}
}
