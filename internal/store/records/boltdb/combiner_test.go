package boltdb

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var errDisk = errors.New("disk trouble")

// bench is a combiner in front of a file with one bucket.
type bench struct {
	*combiner
	t  *testing.T
	db *bolt.DB
}

var bucketOfBench = []byte("bench")

func newBench(t *testing.T) *bench {
	db, err := bolt.Open(filepath.Join(t.TempDir(), "x.db"), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := db.Update(func(tx *bolt.Tx) error { _, err := tx.CreateBucket(bucketOfBench); return err }); err != nil {
		t.Fatal(err)
	}
	return &bench{newCombiner(db), t, db}
}

func put(name string) func(tx *bolt.Tx) error {
	return func(tx *bolt.Tx) error { return tx.Bucket(bucketOfBench).Put([]byte(name), nil) }
}

// hold holds the turn until release is called, so that the next writes share a transaction.
func (b *bench) hold() (release func()) {
	entered, leave, end := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		end <- b.write(context.Background(), func(*bolt.Tx) error { close(entered); <-leave; return nil })
	}()
	<-entered
	return func() {
		close(leave)
		if err := <-end; err != nil {
			b.t.Error(err)
		}
	}
}

// await waits for n writes that wait for their turn.
func (b *bench) await(n int) {
	for waiting := 0; waiting < n; runtime.Gosched() {
		b.mu.Lock()
		waiting = len(b.queue)
		b.mu.Unlock()
	}
}

func (b *bench) requireKeys(want ...string) {
	b.t.Helper()
	var keys []string
	err := b.db.View(func(tx *bolt.Tx) error {
		return tx.Bucket(bucketOfBench).ForEach(func(k, _ []byte) error { keys = append(keys, string(k)); return nil })
	})
	if err != nil || !slices.Equal(keys, want) {
		b.t.Fatalf("%q were written (%v), want %q", keys, err, want)
	}
}

// TestABrokenWriteTakesNobodyAlong: a write that fails after it changed something takes its own changes back, and nobody
// else's.
func TestABrokenWriteTakesNobodyAlong(t *testing.T) {
	b := newBench(t)
	release := b.hold()
	var wg sync.WaitGroup
	errs := make([]error, 4)
	for i, name := range []string{"a", "b", "c", "d"} {
		wg.Go(func() {
			errs[i] = b.write(t.Context(), func(tx *bolt.Tx) error {
				if err := put(name)(tx); err != nil || i != 2 {
					return err
				}
				return errDisk
			})
		})
	}
	b.await(len(errs))
	release()
	wg.Wait()
	for i, err := range errs {
		if broken := i == 2; broken != errors.Is(err, errDisk) || !broken && err != nil {
			t.Errorf("write %d answered %v", i, err)
		}
	}
	if err := classify(errs[2]); !errors.Is(err, fault.Internal) {
		t.Errorf("an unknown failure is %v, want INTERNAL", err)
	}
	b.requireKeys("a", "b", "d")
}

// TestCancelledInTheQueueIsWithdrawn: a write that waits for its turn ends with its context, and never happens.
func TestCancelledInTheQueueIsWithdrawn(t *testing.T) {
	b := newBench(t)
	release := b.hold()
	ctx, cancel := context.WithCancel(t.Context())
	end := make(chan error, 1)
	go func() { end <- b.write(ctx, put("a")) }()
	b.await(1)
	cancel()
	err := <-end // while the turn is still taken
	release()
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the cancelled write answered %v", err)
	}
	b.requireKeys()
}

// TestAPanicReleasesTheTurn: the store goes on after a write that panicked.
func TestAPanicReleasesTheTurn(t *testing.T) {
	b := newBench(t)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		_ = b.write(t.Context(), func(tx *bolt.Tx) error { _ = put("x")(tx); panic("broken") })
	}()
	if err := b.write(t.Context(), put("y")); err != nil {
		t.Fatal(err)
	}
	b.requireKeys("y")
}
