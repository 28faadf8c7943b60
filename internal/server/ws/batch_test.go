package ws_test

import (
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/ws"
)

// TestBatchIsEmptyAgain: a batch counts what it holds, and nothing once it was dropped.
func TestBatchIsEmptyAgain(t *testing.T) {
	large := []byte(strings.Repeat("x", 100_000))
	var b ws.Batch
	for n := range 3 {
		b.Add([]byte("head"), large, nil)
		if b.Messages() != n+1 || b.Len() < (n+1)*len(large) {
			t.Errorf("%d messages, %d bytes", b.Messages(), b.Len())
		}
	}
	b.Drop()
	if b.Messages() != 0 || b.Len() != 0 {
		t.Errorf("dropped, and holds %d messages, %d bytes", b.Messages(), b.Len())
	}
	b.Add(nil, []byte("body"), []byte("tail"))
	if b.Messages() != 1 || b.Len() >= 100 {
		t.Errorf("%d messages, %d bytes", b.Messages(), b.Len())
	}
	b.Drop()
}

// TestBatchTakesNoMemoryOfItsOwn: what a crowd is told is put together in buffers that are lent. The race detector has
// the pool forget some.
func TestBatchTakesNoMemoryOfItsOwn(t *testing.T) {
	head, body, tail := []byte("head"), []byte("body"), []byte("tail")
	if got := testing.AllocsPerRun(1000, func() {
		var b ws.Batch
		b.Add(head, body, tail)
		b.Add(head, body, tail)
		b.Drop()
	}); got > 2 {
		t.Errorf("%.0f allocations", got)
	}
}
