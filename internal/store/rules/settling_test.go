package rules_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/boltdb"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
)

// slowDisk takes its time for each transaction, before it commits it.
type slowDisk struct {
	*bolt.DB
	takes time.Duration
}

func (d *slowDisk) Update(write func(tx *bolt.Tx) error) error {
	return d.DB.Update(func(tx *bolt.Tx) error {
		err := write(tx)
		time.Sleep(d.takes)
		return err
	})
}

const settling = 2 * time.Second

// trailOnDisk is a store whose clock is that of the bubble.
func trailOnDisk(t *testing.T) (*rules.Store, *slowDisk) {
	file, err := bolt.Open(filepath.Join(t.TempDir(), "carpeta.db"), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	disk := &slowDisk{DB: file}
	db, err := boltdb.Open(boltdb.Config{File: disk, Tables: rules.Tables})
	if err != nil {
		t.Fatal(err)
	}
	return rules.New(rules.Config{DB: db, Clock: time.Now, Settling: settling}), disk
}

func eventoOf(t *testing.T, s *rules.Store) auditoria.Evento {
	t.Helper()
	return auditoria.Escribano{Clock: s.Clock}.Levantar(t.Context(), auditoria.Evento{Tipo: auditoria.DocumentoEditado, OperadorID: "op"})
}

// tell writes an event with a change of state.
func tell(s *rules.Store, e auditoria.Evento) error {
	return s.Sembrar(context.Background(), carpeta.Carpeta{CarpetaID: e.EventoID, CiudadanoID: e.EventoID}, nil, e)
}

// TestNoEventIsPassedWhileADiskStalls: a disk takes ten seconds for each transaction, and the newest of three events is in the
// first one. Who follows the trail meets each event once.
func TestNoEventIsPassedWhileADiskStalls(t *testing.T) {
	for name, write := range map[string]func(*rules.Store, auditoria.Evento) error{
		"with a change": func(s *rules.Store, e auditoria.Evento) error { return tell(s, e) },
		"alone":         func(s *rules.Store, e auditoria.Evento) error { return s.Anotar(context.Background(), e) },
	} {
		t.Run(name, func(t *testing.T) { synctest.Test(t, func(t *testing.T) { noEventIsPassed(t, write) }) })
	}
}

func noEventIsPassed(t *testing.T, write func(*rules.Store, auditoria.Evento) error) {
	s, disk := trailOnDisk(t)
	if err := write(s, eventoOf(t, s)); err != nil { // operador and day are known
		t.Fatal(err)
	}
	time.Sleep(time.Minute)
	var events []auditoria.Evento
	var want []string
	for range 3 {
		e := eventoOf(t, s)
		events, want = append(events, e), append(want, e.EventoID)
		time.Sleep(time.Millisecond)
	}
	disk.takes = 10 * time.Second
	var writes sync.WaitGroup
	for _, n := range []int{2, 0, 1} {
		writes.Go(func() {
			if err := write(s, events[n]); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait() // the other two come too late for the first transaction
	}
	var seen []string
	c := auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: "op", Desde: events[0].Momento}, Limite: 10}
	for range 30 {
		time.Sleep(time.Second)
		c.Hasta = s.Asentado()
		es, err := s.Eventos(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range es {
			seen, c.Despues = append(seen, e.EventoID), e.ClaveOrden()
		}
	}
	writes.Wait()
	if !slices.Equal(seen, want) {
		t.Errorf("who follows saw %q, want %q", seen, want)
	}
}

// TestAnEventThatWaitedTooLongIsNotWritten: readers may have passed its moment before the store knew of it.
func TestAnEventThatWaitedTooLongIsNotWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := trailOnDisk(t)
		time.Sleep(time.Minute) // a whole millisecond, as ids have it
		early, late := eventoOf(t, s), eventoOf(t, s)
		time.Sleep(settling)
		if early.Momento.Before(s.Asentado()) {
			t.Error("the lists end after an event that may still come")
		}
		if err := tell(s, early); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Millisecond)
		s.Asentado() // a reader looks, and passes it
		for _, err := range []error{tell(s, late), s.Anotar(t.Context(), late)} {
			if !errors.Is(err, fault.Unavailable) {
				t.Errorf("%v, want UNAVAILABLE", err)
			}
		}
		if _, err := s.Evento(t.Context(), "op", late.EventoID); !errors.Is(err, fault.NotFound) {
			t.Errorf("%v, want NOT_FOUND", err)
		}
		if got, want := s.Asentado(), time.Now().Add(-settling); !got.Equal(want) {
			t.Errorf("the lists end at %s, want %s: nothing is under way", got, want)
		}
	})
}

// TestAnEventMayWaitWhereNobodyFollows: without a list that may have passed it, an event is written up to the time for which
// the lists of other processes and the seal wait.
func TestAnEventMayWaitWhereNobodyFollows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := trailOnDisk(t)
		time.Sleep(time.Minute) // a whole millisecond, as ids have it
		inTime, late := eventoOf(t, s), eventoOf(t, s)
		time.Sleep(auditoria.Asentamiento)
		if err := tell(s, inTime); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Millisecond)
		if err := tell(s, late); !errors.Is(err, fault.Unavailable) {
			t.Errorf("%v, want UNAVAILABLE", err)
		}
	})
}

// TestAClockThatIsSetBackRefusesNothing: what lists have passed by the clock of before would refuse every event for an hour.
func TestAClockThatIsSetBackRefusesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := trailOnDisk(t)
		s.Asentado()
		s.Clock = func() time.Time { return time.Now().Add(-time.Hour) }
		if err := tell(s, eventoOf(t, s)); err != nil {
			t.Error(err)
		}
	})
}
