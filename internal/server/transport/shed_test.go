package transport_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// step is a memory that the test makes short.
type step struct{ atomic.Int32 }

func (s *step) Tight() bool { return s.Load() >= 1 }
func (s *step) Full() bool  { return s.Load() >= 2 }

type uncounted struct{}

func (uncounted) Shed(string) {}

func shedding(s *step) func(*transport.Config) {
	return func(cfg *transport.Config) { cfg.Shed = shed.New(s, uncounted{}) }
}

const known = `{ miCarpeta { carpetaId } }`

// TestTightMemoryKeepsOutWhatIsLargeOrStays: a known document still runs, on sockets too.
func TestTightMemoryKeepsOutWhatIsLargeOrStays(t *testing.T) {
	s := &step{}
	b := start(t, shedding(s))
	id := b.remove(0, 3600)
	b.query(known, nil)
	c := b.connect()
	follow := `subscription($id: ID!) { eliminacion(eventoId: $id) { secuencia } }`
	c.subscribe("before", follow, map[string]any{"id": id})
	c.expect("before", "next")
	s.Store(1)

	b.expectData(b.query(known, nil))
	c.subscribe("known", known, nil)
	c.expect("known", "next")
	c.expect("known", "complete")
	b.expectUnavailable(b.query(`{ miCarpeta { carpetaId __typename } }`, nil))
	b.expectUnavailable(b.query(known, map[string]any{"x": strings.Repeat("x", 40_000)}))
	c.subscribe("more", follow, map[string]any{"id": id})
	c.expectError("more", "UNAVAILABLE")
	if _, resp, err := b.tryDial(nil); err == nil || resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") == "" {
		t.Errorf("a new socket: %v, %v", err, resp)
	}

	s.Store(0)
	b.expectData(b.query(`{ miCarpeta { carpetaId __typename } }`, nil))
	c.subscribe("more", follow, map[string]any{"id": id})
	c.expect("more", "next")
}

// TestFullMemoryTakesNothingNew: sockets that are open stay, and hear why.
func TestFullMemoryTakesNothingNew(t *testing.T) {
	s := &step{}
	b := start(t, shedding(s))
	id := b.remove(0, 3600)
	b.query(known, nil)
	c := b.connect()
	c.subscribe("before", `subscription($id: ID!) { eliminacion(eventoId: $id) { secuencia } }`, map[string]any{"id": id})
	c.expect("before", "next")
	s.Store(2)
	b.expectUnavailable(b.query(known, nil))
	c.subscribe("known", known, nil)
	c.expectError("known", "UNAVAILABLE")
	s.Store(0)
	b.expectData(b.query(known, nil))
	c.subscribe("known", known, nil)
	c.expect("known", "next")
}

func (b *bench) expectData(a answer) {
	b.t.Helper()
	if a.status != http.StatusOK || len(a.Errors) > 0 {
		b.t.Error(a.status, a.body)
	}
}

func (b *bench) expectUnavailable(a answer) {
	b.t.Helper()
	if a.status != http.StatusServiceUnavailable || a.code() != "UNAVAILABLE" || a.header.Get("Retry-After") == "" {
		b.t.Error(a.status, a.header, a.body)
	}
}
