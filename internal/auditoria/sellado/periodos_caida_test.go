package sellado_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// mortales are objects of a process that dies at one of its writes, before or after the effect: all of
// its calls fail from then on.
type mortales struct {
	sello.Objects
	quedan  atomic.Int64
	despues bool
	muerto  atomic.Bool
}

func (m *mortales) llamar(f func() error) error {
	if m.muerto.Load() {
		return errMuerto
	}
	if m.quedan.Add(-1) != 0 {
		return f()
	}
	m.muerto.Store(true)
	if m.despues {
		_ = f()
	}
	return errMuerto
}

var errMuerto = fault.Wrap(fault.Unavailable, errors.New("the process is dead"))

func (m *mortales) Put(ctx context.Context, key string, data []byte) error {
	return m.llamar(func() error { return m.Objects.Put(ctx, key, data) })
}

func (m *mortales) Swap(ctx context.Context, key, version string, data []byte) error {
	return m.llamar(func() error { return m.Objects.Swap(ctx, key, version, data) })
}

func (m *mortales) Delete(ctx context.Context, key string) error {
	return m.llamar(func() error { return m.Objects.Delete(ctx, key) })
}

// actasMortales die with their process.
type actasMortales struct {
	sellado.Actas
	m *mortales
}

func (a actasMortales) PonerActa(ctx context.Context, operadorID string, acta sellado.Acta) error {
	return a.m.llamar(func() error { return a.Actas.PonerActa(ctx, operadorID, acta) })
}

// Whoever seals a period may die at each of its writes: the next process says each period of each log
// once, and all that was ever published is a beginning of the small log.
func TestAPeriodIsCutShortAnywhere(t *testing.T) {
	for _, despues := range []bool{false, true} {
		for n := 1; ; n++ {
			m := nuevo(t)
			m.anota("op-1", 256)
			m.anota("op-2", 256)
			sellado.New(m.config("p-1")).Vuelta(t.Context())
			m.pasa(time.Hour)
			cfg := m.config("p-1")
			dying := &mortales{Objects: cfg.Objetos, despues: despues}
			dying.quedan.Store(int64(n))
			cfg.Objetos, cfg.Actas = dying, actasMortales{cfg.Actas, dying}
			sellado.New(cfg).Vuelta(t.Context())
			next := sellado.New(m.config("p-1"))
			vueltas(t.Context(), m, next, 2, time.Hour)
			next.Vuelta(t.Context())
			m.exigirPeriodos(2)
			if !dying.muerto.Load() {
				if n < 6 {
					t.Fatalf("a period is sealed with %d writes", n)
				}
				break
			}
		}
	}
}

// exigirPeriodos: the small log has one statement of each period for each of two logs.
func (m *mundo) exigirPeriodos(logs int) {
	m.t.Helper()
	s := sellado.New(m.config("p-1"))
	l, err := s.Lector(sellado.Periodos)
	if err != nil {
		m.t.Fatal(err)
	}
	signed, err := l.Check(m.t.Context())
	if err != nil {
		m.t.Fatal(err)
	}
	fin := m.Now().Truncate(time.Hour)
	said := 0
	for t := fin; t.After(inicio); t = t.Add(-time.Hour) {
		for _, id := range []string{"op-1", "op-2"}[:logs] {
			p, err := s.ProbarPeriodo(m.t.Context(), id, t)
			if err != nil || !p.Hasta.Equal(t) {
				m.t.Fatalf("%s at %s: %+v, %v", id, t, p, err)
			}
			said++
		}
	}
	// Beside these: the trail of nobody, in each period, and the first look, before which no log had begun.
	if signed.Size < int64(said) || signed.Size > int64(said)+int64(said)/2+3 {
		m.t.Errorf("%d statements in the small log, %d asked for", signed.Size, said)
	}
	seen := map[string]bool{}
	for i := range signed.Size {
		text := m.declaracion(l, signed, i)
		d, err := verify.ParseStatement([]byte(text))
		if err != nil {
			m.t.Fatal(err)
		}
		origin, err := verify.OriginOf(d.Checkpoint)
		if err != nil || seen[origin+d.Until.String()] {
			m.t.Errorf("%s is said twice at %s (%v)", origin, d.Until, err)
		}
		seen[origin+d.Until.String()] = true
	}
}

func (m *mundo) declaracion(l sello.Reader, signed verify.Signed, i int64) string {
	m.t.Helper()
	n := i / verify.Width
	width := int(min(verify.Width, signed.Size-n*verify.Width))
	data, err := l.Objects.Get(m.t.Context(), l.Prefix+verify.EntriesPath(n, width))
	if err != nil {
		m.t.Fatal(err)
	}
	entries, err := verify.ParseBundle(data, width)
	if err != nil {
		m.t.Fatal(err)
	}
	return string(entries[i%verify.Width])
}
