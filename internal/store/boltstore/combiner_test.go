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
)

var errDisco = errors.New("disk trouble")

// ocupar holds the turn until soltar is called, so that the next writes share a lot.
func ocupar(t *testing.T, s *boltstore.Store) (soltar func()) {
	t.Helper()
	entro, salir := make(chan struct{}), make(chan struct{})
	fin := make(chan error, 1)
	go func() {
		fin <- s.Escribir(context.Background(), func(*bolt.Tx) error { close(entro); <-salir; return nil })
	}()
	<-entro
	return func() {
		close(salir)
		if err := <-fin; err != nil {
			t.Error(err)
		}
	}
}

func crear(id string) func(tx *bolt.Tx) error {
	return func(tx *bolt.Tx) error { return tx.Bucket([]byte("operadores")).Put([]byte(id), nil) }
}

// TestEscrituraRotaNoArrastra: a write that fails after it changed something takes
// its own changes back, and nobody else's.
func TestEscrituraRotaNoArrastra(t *testing.T) {
	s := abrir(t, t.TempDir())
	soltar := ocupar(t, s)
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		id := string(rune('a' + i))
		wg.Go(func() {
			errs[i] = s.Escribir(context.Background(), func(tx *bolt.Tx) error {
				if err := crear(id)(tx); err != nil || i != 3 {
					return err
				}
				return errDisco
			})
		})
	}
	for s.EnCola() < len(errs) {
		runtime.Gosched()
	}
	soltar()
	wg.Wait()
	for i, err := range errs {
		if roto := i == 3; roto != errors.Is(err, errDisco) || (!roto && err != nil) {
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

// TestCanceladaEnColaSeRetira: a write that waits for its turn ends with its
// context, and never happens.
func TestCanceladaEnColaSeRetira(t *testing.T) {
	s := abrir(t, t.TempDir())
	soltar := ocupar(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	fin := make(chan error, 1)
	go func() { fin <- s.CrearCarpeta(ctx, carpeta.Carpeta{CarpetaID: "c", CiudadanoID: "u"}) }()
	for s.EnCola() < 1 {
		runtime.Gosched()
	}
	cancel()
	err := <-fin // while the turn is still taken
	soltar()
	if !errors.Is(err, fault.Unavailable) || !errors.Is(err, context.Canceled) {
		t.Fatalf("cancelled write answered %v", err)
	}
	if _, err := s.Carpeta(t.Context(), "c"); !errors.Is(err, fault.NotFound) {
		t.Fatalf("the withdrawn write happened: %v", err)
	}
}

// TestPanicoLiberaElTurno: the store goes on after a write that panicked.
func TestPanicoLiberaElTurno(t *testing.T) {
	s := abrir(t, t.TempDir())
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		_ = s.Escribir(t.Context(), func(tx *bolt.Tx) error { _ = crear("x")(tx); panic("roto") })
	}()
	if err := s.Escribir(t.Context(), crear("y")); err != nil {
		t.Fatal(err)
	}
	if ops, err := s.Operadores(t.Context()); err != nil || len(ops) != 1 || ops[0] != "y" {
		t.Fatalf("after a panic: %v, %v", ops, err)
	}
}
