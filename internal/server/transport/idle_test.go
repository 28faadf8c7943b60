package transport_test

import (
	"fmt"
	"net"
	"runtime"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
)

// TestIdleSubscriberKeepsLittle: ten thousand who wait for something that does not happen are a crowd that is paid
// for in bytes. The heap and the stacks are counted, the client's half kilobyte too. What a subscriber makes the
// store remember of its look is the store's, and not counted here.
func TestIdleSubscriberKeepsLittle(t *testing.T) {
	quiet := withLimits(func(l *limits.Limits) { l.Ping = time.Hour }) // the clients answer no ping
	b := start(t, quiet)
	b.keepsLittle(14<<10+raced, b.plain)
}

// keepsLittle has many subscribers wait, and counts what each takes.
func (b *bench) keepsLittle(most int, dial func() (net.Conn, error)) {
	b.t.Helper()
	const first, many = 50, 400 // the first fill caches and pools
	id := b.remove(0, 3600)
	for n := range first {
		b.idle(dial, id, n)
	}
	before := leaks.Heap() + stacks()
	for n := range many {
		b.idle(dial, id, first+n)
	}
	each := 0
	defer func() { b.t.Logf("%d bytes for each", each) }()
	b.eventually("all are at rest", func() bool { each = (leaks.Heap() + stacks() - before) / many; return each <= most })
}

func (b *bench) plain() (net.Conn, error) { return net.Dial("tcp", b.server.Addr()) }

// idle subscribes as an auditor of its own, and reads the first message.
func (b *bench) idle(dial func() (net.Conn, error), eventoID string, n int) net.Conn {
	b.t.Helper()
	token, err := b.emisor.Issue(fmt.Sprint("auditor-", n), auth.Auditor, "", time.Hour)
	b.must(err)
	conn, err := dial()
	b.must(err)
	b.initRaw(conn, token)
	_, err = conn.Write([]byte(frame(0x81, `{"id":"1","type":"subscribe","payload":`+
		operation(`subscription($id: ID!) { eliminacion(eventoId: $id) { eventoId estado secuencia } }`, map[string]any{"id": eventoID})+`}`)))
	b.must(err)
	b.readTo(conn, `"next"`)
	return conn
}

func stacks() int {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.StackInuse)
}
