package transport_test

import (
	"bytes"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// audience are subscribers of one deletion, each with a socket of its own.
type audience struct {
	b     *bench
	saga  eliminacion.Eliminacion
	conns []net.Conn
	seen  atomic.Int64 // messages
	gone  sync.WaitGroup
}

// gather opens so many, who have read the present state.
func (b *bench) gather(many int) *audience {
	b.t.Helper()
	id := b.remove(0, 3600)
	all := &audience{b: b}
	var err error
	all.saga, err = b.r.Eliminaciones.Store.Eliminacion(b.t.Context(), id)
	b.must(err)
	for n := range many {
		c := b.idle(id, n)
		b.must(c.SetDeadline(time.Time{}))
		all.conns = append(all.conns, c)
		all.gone.Go(func() { all.listen(c) })
	}
	return all
}

// listen counts what comes, until the connection ends.
func (all *audience) listen(c net.Conn) {
	buf := make([]byte, 4<<10)
	for {
		n, err := c.Read(buf)
		all.seen.Add(int64(bytes.Count(buf[:n], []byte(`"type":"next"`))))
		if err != nil {
			return
		}
	}
}

func (all *audience) leave() {
	for _, c := range all.conns {
		_ = c.Close()
	}
	all.gone.Wait()
}

// tell has all of them see one more step of the deletion.
func (all *audience) tell() {
	e := &all.saga
	e.Secuencia++
	e.Historia = append(e.Historia, eliminacion.Cambio{Secuencia: e.Secuencia, Estado: e.Estado, Paso: e.Paso, En: time.Now()})
	e.Historia = e.Historia[max(0, len(e.Historia)-3):]
	a, err := eliminacion.ReadAviso(eliminacion.Mensaje(*e, broker.DeletionProgress, time.Now()))
	all.b.must(err)
	want := all.seen.Load() + int64(len(all.conns))
	all.b.hub.Publish(a)
	all.b.eventually("all have seen it", func() bool { return all.seen.Load() >= want })
}

// TestAnEventCostsEachLittle: what one event to a crowd costs for each subscriber has a count; the first makes the answer
// that all share. Time is for the bench.
func TestAnEventCostsEachLittle(t *testing.T) {
	const many, most = 300, 14
	all := start(t).gather(many)
	defer all.leave()
	all.tell() // pools are filled
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	all.tell()
	runtime.ReadMemStats(&after)
	each := float64(after.Mallocs-before.Mallocs) / many
	t.Logf("%.1f allocations and %d bytes for each", each, (after.TotalAlloc-before.TotalAlloc)/many)
	if each > most {
		t.Errorf("%.1f allocations for each subscriber, more than %d", each, most)
	}
}

// BenchmarkEvent is one event to a thousand subscribers, with their side of it.
func BenchmarkEvent(b *testing.B) {
	all := start(b).gather(1000)
	defer all.leave()
	b.ReportAllocs()
	for b.Loop() {
		all.tell()
	}
}
