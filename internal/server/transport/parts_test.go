package transport_test

import (
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
)

// TestPartsOfMessagesAreCounted: a message of which the end has not come is a request that
// is being read.
func TestPartsOfMessagesAreCounted(t *testing.T) {
	part := frame(0x01, `{"type":"subscribe","id":"1","payload":{"query":"`+strings.Repeat(" ", 60<<10))
	t.Run("against the subject", func(t *testing.T) {
		b := start(t, withLimits(func(l *limits.Limits) { l.ReadKiB = 64 }))
		first, second := b.rawSocket(), b.rawSocket()
		_, err := first.Write([]byte(part))
		b.must(err)
		b.eventually("the first is counted", func() bool { return b.api.Reading() > 40<<10 })
		_, err = second.Write([]byte(part + frame(0x80, `{ __typename }"}}`)))
		b.must(err)
		if got := b.readTo(second, `}]}`); !strings.Contains(got, `{"id":"1","type":"error"`) || !strings.Contains(got, `"RATE_LIMITED"`) {
			t.Error(got)
		}
		_, err = second.Write([]byte(frame(0x81, `{"type":"ping"}`)))
		b.must(err)
		b.readTo(second, "pong") // it lives on
		_ = first.Close()
		b.eventually("given back", func() bool { return b.api.Reading() == 0 })
	})
	t.Run("against all", func(t *testing.T) {
		b := start(t, withLimits(func(l *limits.Limits) { l.ReadAllKiB = 16 }))
		conn := b.rawSocket()
		_, err := conn.Write([]byte(part + frame(0x80, `{ __typename }"}}`)))
		b.must(err)
		b.readTo(conn, `"UNAVAILABLE"`)
		_, err = conn.Write([]byte(frame(0x81, `{"type":"ping","payload":{"a":"`+strings.Repeat("x", 50<<10)+`"}}`)))
		b.must(err)
		b.readTo(conn, "\x03\xf5Try again later")
		b.eventually("given back", func() bool { return b.api.Reading() == 0 })
	})
	t.Run("no subscribe", func(t *testing.T) {
		b := start(t, withLimits(func(l *limits.Limits) { l.ReadKiB = 16 }))
		conn := b.rawSocket()
		_, err := conn.Write([]byte(frame(0x81, `{"type":"ping","payload":{"a":"`+strings.Repeat("x", 50<<10)+`"}}`)))
		b.must(err)
		b.readTo(conn, "\x11\x4dToo many bytes")
	})
	t.Run("until it is answered", func(t *testing.T) {
		b := start(t)
		conn := b.rawSocket()
		_, err := conn.Write([]byte(part + frame(0x80, `{ __typename }"}}`)))
		b.must(err)
		b.readTo(conn, `"type":"complete"`)
		b.eventually("given back", func() bool { return b.api.Reading() == 0 })
	})
	t.Run("for a time", func(t *testing.T) {
		b := start(t, withLimits(func(l *limits.Limits) { l.ReadGrace, l.ReadRate = 100*time.Millisecond, 1<<30 }))
		conn := b.rawSocket()
		_, err := conn.Write([]byte(part))
		b.must(err)
		b.readTo(conn, "\x03\xf0message too slow")
		_ = conn.Close()
		b.eventually("given back", func() bool { return b.api.Reading() == 0 })
	})
}
