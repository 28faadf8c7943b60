package transport_test

import (
	"bytes"
	"math"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
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
		c := b.idle(b.plain, id, n)
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

// step is one more of the deletion. It is stored: who reads meanwhile finds it too.
func (all *audience) step() eliminacion.Aviso {
	e := &all.saga
	e.Secuencia++
	e.Historia = append(e.Historia, eliminacion.Cambio{Secuencia: e.Secuencia, Estado: e.Estado, Paso: e.Paso, En: time.Now()})
	all.b.must(all.b.r.Eliminaciones.Store.Guardar(all.b.t.Context(), eliminacion.Guardado{Nueva: *e}, world.Hecho()))
	a, err := eliminacion.ReadAviso(eliminacion.Mensaje(*e, broker.DeletionProgress, time.Now()))
	all.b.must(err)
	return a
}

// tell has all of them see a step.
func (all *audience) tell(a eliminacion.Aviso) {
	want := all.seen.Load() + int64(len(all.conns))
	all.b.hub.Publish(a)
	all.b.eventually("all have seen it", func() bool { return all.seen.Load() >= want })
}

// TestAnEventCostsEachLittle: what one event to a crowd costs for each subscriber has a count. Others of this process
// allocate too, so the least of some counts. Time is for the bench.
func TestAnEventCostsEachLittle(t *testing.T) {
	const many, times, most = 300, 5, 8
	all := start(t).gather(many)
	defer all.leave()
	least := math.Inf(1)
	for range times {
		var before, after runtime.MemStats
		a := all.step()
		runtime.ReadMemStats(&before)
		all.tell(a)
		runtime.ReadMemStats(&after)
		least = min(least, float64(after.Mallocs-before.Mallocs)/many)
	}
	t.Logf("%.1f allocations for each", least)
	if least > most {
		t.Errorf("%.1f allocations for each subscriber, more than %d", least, most)
	}
}

// BenchmarkEvent is one event to a thousand subscribers, with their side of it.
func BenchmarkEvent(b *testing.B) {
	all := start(b).gather(1000)
	defer all.leave()
	b.ReportAllocs()
	for b.Loop() {
		all.tell(all.step())
	}
}
