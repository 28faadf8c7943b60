package sellado_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
)

// TestALoneEventIsSealedOnce: at default settings an event waits for its seal as long as events may come late. The clock
// has parts of a millisecond, which no id has; and an event may be committed seconds after its id was made.
func TestALoneEventIsSealedOnce(t *testing.T) {
	t.Parallel() // it waits for the disk
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 4))
		upTo := func(d time.Duration) time.Duration { return time.Duration(r.Int64N(int64(d))) }
		m := nuevo(t)
		m.pasa(upTo(time.Second))
		s, events := sellado.New(m.config("p")), 0
		for range 120 {
			if r.IntN(12) == 0 {
				e := m.evento("op")
				m.pasa(upTo(8 * time.Second))
				if err := m.store.Anotar(t.Context(), e); err != nil {
					t.Fatal(err)
				}
				events++
			}
			if r.IntN(40) == 0 {
				s.Soltar(t.Context())
				s = sellado.New(m.config("p"))
			}
			vueltas(t.Context(), m, s, 1, upTo(15*time.Second))
		}
		vueltas(t.Context(), m, s, 20, 15*time.Second)
		m.limpio("op", events)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// olvidadiza does not tell what was sealed lately: so a lone event is sealed twice.
type olvidadiza struct{ sellado.Actas }

func (o olvidadiza) UltimasActas(ctx context.Context, operadorID string, desde time.Time, limite int) ([]sellado.Acta, error) {
	if !desde.IsZero() {
		return nil, nil
	}
	return o.Actas.UltimasActas(ctx, operadorID, desde, limite)
}

// TestADoubledLeafIsTold: whoever compares store and log hears of an event that has two numbers, also if that was long
// ago. Both prove the same event, so it is no difference.
func TestADoubledLeafIsTold(t *testing.T) {
	m := nuevo(t)
	cfg := m.config("p")
	cfg.Actas = olvidadiza{cfg.Actas}
	id := m.anota("op", 1)[0]
	vueltas(t.Context(), m, sellado.New(cfg), 9, 15*time.Second)
	twice := int64(0)
	_, hs := m.comprueba("op")
	for _, h := range hs {
		if h.Tipo != sellado.Repetido || h.EventoID != id || *h.Numero == 0 {
			t.Fatalf("%+v", h)
		}
		twice++
	}
	if twice == 0 {
		t.Fatal("the event was sealed once: this test has to seal it twice")
	}
	s := sellado.New(m.config("p")) // the version of today goes on with the same log
	for range 3 {
		m.pasa(20 * 24 * time.Hour)
		m.anota("op", 2)
		vueltas(t.Context(), m, s, 9, 15*time.Second)
	}
	r, hs := m.comprueba("op")
	if r.Hallazgos != 0 || r.Repetidos != twice || r.Sellados != 7+twice || int64(len(hs)) != twice {
		t.Errorf("%+v %+v, want %d repeated", r, hs, twice)
	}
}

// TestWhatWaitedForItsSealIsNoFinding: in a folder that was put back nobody seals. However late somebody compares it, what
// waited when the backup was made still waits; what came before the last seal, and is in none, was inserted.
func TestWhatWaitedForItsSealIsNoFinding(t *testing.T) {
	m := nuevo(t)
	for _, sealed := range []int{0, 3} { // nothing was sealed yet; then something was
		if sealed > 0 {
			vueltas(t.Context(), m, sellado.New(m.config("p")), 9, 15*time.Second)
			m.anota("op", 2)
		} else {
			m.anota("op", 3)
		}
		m.pasa(10 * 24 * time.Hour)
		r, hs := m.comprueba("op")
		if len(hs) > 0 || r.Sellados != int64(sealed) || r.EnEspera == 0 {
			t.Errorf("%d sealed: %+v %+v", sealed, r, hs)
		}
	}
}
