package boltstore_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// anEvento is a look at a document at a moment.
func anEvento(at time.Time) auditoria.Evento {
	at = at.UTC().Truncate(time.Millisecond)
	ms := fmt.Sprintf("%012x", at.UnixMilli())
	return auditoria.Evento{
		EventoID: ms[:8] + "-" + ms[8:] + "-7000-8000-0123456789ab", Tipo: auditoria.DocumentoVisto, Momento: at,
		OperadorID: "operador", CarpetaID: "carpeta", CorrelacionID: "peticion",
	}
}

// TestAClockSetBackKeepsTheOrder: what was read stays before what comes, and the moment near its place.
func TestAClockSetBackKeepsTheOrder(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	s, err := boltstore.Open(boltstore.Config{Dir: t.TempDir(), Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	last := ""
	for _, step := range []struct{ clock, moment, want time.Duration }{
		{0, 0, 0}, {time.Second, -5 * time.Second, -5 * time.Second}, {-time.Hour, -time.Hour, time.Second - auditoria.Asentamiento}, {time.Minute, 2 * time.Minute, time.Minute},
	} {
		start := now
		now = start.Add(step.clock)
		e := anEvento(start.Add(step.moment))
		if err := s.Anotar(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		got, err := s.Evento(t.Context(), e.OperadorID, e.EventoID)
		if err != nil || got.Orden <= last || !got.Momento.Equal(start.Add(step.want)) {
			t.Errorf("clock %s: placed at %q after %q, moment %s, %v", step.clock, got.Orden, last, got.Momento, err)
		}
		last, now = got.Orden, start
	}
}

// TestThePlaceOfAnEventCountsNothing: who sees two events does not see how many others lie between them.
func TestThePlaceOfAnEventCountsNothing(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	s, err := boltstore.Open(boltstore.Config{Dir: t.TempDir(), Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	seen, last := map[uint64]bool{}, ""
	for range 50 {
		now = now.Add(time.Millisecond)
		hidden := make([]auditoria.Evento, 200)
		for i := range hidden {
			hidden[i] = auditoria.Escribano{Clock: func() time.Time { return now }}.Levantar(t.Context(), auditoria.Evento{Tipo: auditoria.AuditoriaLeida, OperadorID: "otro"})
		}
		if err := s.Anotar(t.Context(), hidden...); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Millisecond)
		e := anEvento(now)
		if err := s.Anotar(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		got, err := s.Evento(t.Context(), e.OperadorID, e.EventoID)
		if err != nil || got.Orden <= last {
			t.Fatalf("%q after %q, %v", got.Orden, last, err)
		}
		last = got.Orden
		at, text, _ := strings.Cut(got.Orden, "#")
		n, err := strconv.ParseUint(text, 16, 64)
		if err != nil || at != strings.TrimSuffix(auditoria.ClaveEn(now, ""), "#") || n >= 1<<12 {
			t.Fatalf("its place is %q at %s, %v: a number of its millisecond is wanted, that begins with it", got.Orden, now, err)
		}
		seen[n] = true
	}
	if len(seen) < 25 {
		t.Errorf("%d numbers of 50 events: they tell that theirs was the first of its millisecond", len(seen))
	}
}

// TestPlacesGrow: those of a trail whatever the clock does, also in a file that counted once; those of all trails while the
// clock goes on, so that a list over several of them passes nothing.
func TestPlacesGrow(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	s, err := boltstore.Open(boltstore.Config{Dir: t.TempDir(), Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	last, newest := map[string]string{}, ""
	for n, step := range []struct {
		operadorID string
		clock      time.Duration
		counted    bool
	}{
		{"a", 0, false}, {"b", 0, false}, {"a", 0, false}, {"c", 0, false}, {"b", time.Millisecond, false}, {"a", 0, true}, {"a", 0, true},
		{"a", -time.Hour, true}, {"b", 0, false}, {"a", time.Minute, false}, {"c", 2 * time.Hour, false}, {"a", 0, false},
	} {
		now = now.Add(step.clock)
		if step.counted {
			if err := s.Write(t.Context(), func(tx *bolt.Tx) error { return tx.Bucket([]byte("auditoria")).SetSequence(4) }); err != nil {
				t.Fatal(err)
			}
		}
		e := auditoria.Escribano{Clock: func() time.Time { return now }}.Levantar(t.Context(), auditoria.Evento{Tipo: auditoria.DocumentoVisto, OperadorID: step.operadorID})
		if err := s.Anotar(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		got, err := s.Evento(t.Context(), step.operadorID, e.EventoID)
		if err != nil || got.Orden <= last[step.operadorID] || n < 5 && got.Orden <= newest {
			t.Errorf("%d, of %s: %q after %q and %q, %v", n, step.operadorID, got.Orden, last[step.operadorID], newest, err)
		}
		last[step.operadorID], newest = got.Orden, got.Orden
	}
}

// TestAnEventThatCannotBeTakesItsTransactionAlong: a change of state never stays without its event.
func TestAnEventThatCannotBeTakesItsTransactionAlong(t *testing.T) {
	s := openStore(t, t.TempDir())
	bad := anEvento(time.Now())
	bad.OperadorID = ""
	err := s.Write(t.Context(), func(tx *bolt.Tx) error {
		return errors.Join(tx.Bucket([]byte("marcas")).Put([]byte("cambio"), []byte("x")), s.PutEvento(tx, bad))
	})
	if err == nil {
		t.Fatal("the event was taken")
	}
	err = s.Write(t.Context(), func(tx *bolt.Tx) error {
		if tx.Bucket([]byte("marcas")).Get([]byte("cambio")) != nil {
			t.Error("the change stayed")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestALookInVainAllocatesNothing: a filter that nothing passes makes a list look at thousands of events. None
// of them leaves garbage, so sixty such lists at a time are no attack.
func TestALookInVainAllocatesNothing(t *testing.T) {
	s, err := boltstore.Open(boltstore.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	const n = 1000
	es := make([]auditoria.Evento, n)
	for i := range es {
		es[i] = auditoria.Escribano{}.Levantar(t.Context(), auditoria.Evento{Tipo: auditoria.DocumentoVisto, OperadorID: "operador", CarpetaID: "carpeta", Datos: map[string]string{"a": "b"}})
	}
	if err := s.Anotar(t.Context(), es...); err != nil {
		t.Fatal(err)
	}
	c := auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: "operador", Tipo: auditoria.LlaveCambiada}, Limite: 100}
	if got := testing.AllocsPerRun(5, func() { _, _ = s.Eventos(t.Context(), c) }); got > n/10 {
		t.Errorf("%.0f allocations for %d events in vain", got, n)
	}
}
