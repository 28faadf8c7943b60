package boltstore_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

var errDisk = errors.New("disk trouble")

// holdTurn holds the turn until release is called, so that the next writes share a lot.
func holdTurn(t *testing.T, s *boltstore.Store) (release func()) {
	t.Helper()
	entered, leave := make(chan struct{}), make(chan struct{})
	end := make(chan error, 1)
	go func() {
		end <- s.Write(context.Background(), func(*bolt.Tx) error { close(entered); <-leave; return nil })
	}()
	<-entered
	return func() {
		close(leave)
		if err := <-end; err != nil {
			t.Error(err)
		}
	}
}

func createOperador(id string) func(tx *bolt.Tx) error {
	return func(tx *bolt.Tx) error { return tx.Bucket([]byte("operadores")).Put([]byte(id), nil) }
}

// TestABrokenWriteTakesNobodyAlong: a write that fails after it changed something takes
// its own changes back, and nobody else's.
func TestABrokenWriteTakesNobodyAlong(t *testing.T) {
	s := openStore(t, t.TempDir())
	release := holdTurn(t, s)
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		id := string(rune('a' + i))
		wg.Go(func() {
			errs[i] = s.Write(context.Background(), func(tx *bolt.Tx) error {
				if err := createOperador(id)(tx); err != nil || i != 3 {
					return err
				}
				return errDisk
			})
		})
	}
	for s.Queued() < len(errs) {
		runtime.Gosched()
	}
	release()
	wg.Wait()
	for i, err := range errs {
		if broken := i == 3; broken != errors.Is(err, errDisk) || (!broken && err != nil) {
			t.Errorf("write %d answered %v", i, err)
		}
	}
	ops, err := s.Operadores(t.Context())
	if got := len(ops); err != nil || got != 7 {
		t.Fatalf("%v were written (%v), want all but d", ops, err)
	}
	if !errors.Is(errs[3], fault.Internal) {
		t.Fatalf("unknown failure is %v, want INTERNAL", errs[3])
	}
}

// TestCancelledInTheQueueIsWithdrawn: a write that waits for its turn ends with its
// context, and never happens.
func TestCancelledInTheQueueIsWithdrawn(t *testing.T) {
	s := openStore(t, t.TempDir())
	release := holdTurn(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	end := make(chan error, 1)
	go func() {
		_, err := s.AbrirCarpeta(ctx, carpeta.Carpeta{CarpetaID: "c", CiudadanoID: "u"}, storetest.Hecho())
		end <- err
	}()
	for s.Queued() < 1 {
		runtime.Gosched()
	}
	cancel()
	err := <-end // while the turn is still taken
	release()
	if !errors.Is(err, fault.Unavailable) || !errors.Is(err, context.Canceled) {
		t.Fatalf("cancelled write answered %v", err)
	}
	if _, err := s.Carpeta(t.Context(), "c"); !errors.Is(err, fault.NotFound) {
		t.Fatalf("the withdrawn write happened: %v", err)
	}
}

// TestAPanicReleasesTheTurn: the store goes on after a write that panicked.
func TestAPanicReleasesTheTurn(t *testing.T) {
	s := openStore(t, t.TempDir())
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		_ = s.Write(t.Context(), func(tx *bolt.Tx) error { _ = createOperador("x")(tx); panic("broken") })
	}()
	if err := s.Write(t.Context(), createOperador("y")); err != nil {
		t.Fatal(err)
	}
	if ops, err := s.Operadores(t.Context()); err != nil || len(ops) != 1 || ops[0] != "y" {
		t.Fatalf("after a panic: %v, %v", ops, err)
	}
}
