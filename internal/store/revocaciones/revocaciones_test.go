package revocaciones

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// failing are marks that fail at a write, and count reads.
type failing struct {
	marca.Store

	mu     sync.Mutex
	writes int // that succeed; negative: all
	reads  int
}

func (f *failing) LeerMarca(ctx context.Context, name string) (marca.Marca, error) {
	f.mu.Lock()
	f.reads++
	f.mu.Unlock()
	return f.Store.LeerMarca(ctx, name)
}

func (f *failing) EscribirMarca(ctx context.Context, m marca.Marca) (marca.Marca, error) {
	f.mu.Lock()
	f.writes--
	fails := f.writes == -1
	f.mu.Unlock()
	if fails {
		return m, errors.New("cut off")
	}
	return f.Store.EscribirMarca(ctx, m)
}

func openMarcas(t *testing.T) *failing {
	t.Helper()
	store, err := boltstore.Open(boltstore.Config{Dir: t.TempDir(), Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return &failing{Store: store, writes: -1 << 30}
}

func adding(names ...string) func([]auth.Revocation) ([]auth.Revocation, error) {
	return func(all []auth.Revocation) ([]auth.Revocation, error) {
		for _, n := range names {
			all = append(all, auth.Revocation{JTI: n, Until: time.Now().Add(time.Hour)})
		}
		return all, nil
	}
}

func names(t *testing.T, s auth.RevocationSource) (all []string) {
	t.Helper()
	if err := s.Read(t.Context(), func(r auth.Revocation) error { all = append(all, r.JTI); return nil }); err != nil {
		t.Fatal(err)
	}
	return all
}

// A list of several parts is read whole, a look at it is one read, and a change that is
// cut off anywhere changes nothing.
func TestStoredRevocations(t *testing.T) {
	m := openMarcas(t)
	server, command := New(m, time.Now), New(m, time.Now)
	if got := names(t, server); len(got) != 0 {
		t.Fatal(got)
	}
	var many []string
	for i := range 2000 {
		many = append(many, fmt.Sprint(i, strings.Repeat("x", 300)))
	}
	for _, add := range [][]string{{"a"}, many, {"b"}} {
		if err := command.Change(t.Context(), adding(add...)); err != nil {
			t.Fatal(err)
		}
		if news, err := server.Changed(t.Context()); err != nil || !news {
			t.Fatal(news, err)
		}
		_ = names(t, server)
	}
	if got := names(t, server); len(got) != 2002 || got[0] != "a" || got[2001] != "b" {
		t.Fatal(len(got))
	}
	m.reads = 0
	if news, err := server.Changed(t.Context()); err != nil || news || m.reads != 1 {
		t.Errorf("a look: %v, %v, %d reads", news, err, m.reads)
	}
	for cut := range 6 { // lease, three parts, the head
		m.writes = cut
		err := New(m, time.Now).Change(t.Context(), adding(fmt.Sprint("cut", cut)))
		m.writes = -1 << 30
		if err == nil {
			break
		}
		later := func() time.Time { return time.Now().Add(2 * changeLease) }
		if got := names(t, New(m, later)); len(got) != 2002 {
			t.Fatalf("cut off at write %d: %d entries", cut, len(got))
		}
	}
}

// Of changes at a time one is made, and the others are told to try again: none is lost.
func TestStoredRevocationsAtTheSameTime(t *testing.T) {
	m := openMarcas(t)
	var group sync.WaitGroup
	var mu sync.Mutex
	done := map[string]bool{}
	for i := range 8 {
		group.Go(func() {
			for try := range 200 {
				name := fmt.Sprint(i)
				if err := New(m, time.Now).Change(t.Context(), adding(name)); err == nil {
					mu.Lock()
					done[name] = true
					mu.Unlock()
					return
				} else if try == 199 {
					t.Error(err)
				}
				time.Sleep(5 * time.Millisecond)
			}
		})
	}
	group.Wait()
	got := names(t, New(m, time.Now))
	if len(got) != len(done) {
		t.Errorf("%d were made, %d are there", len(done), len(got))
	}
}
