package memory_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app/memory"
	"github.com/carpeta-ciudadana/servidor/internal/ground/machine"
)

// house is a Guard of 100 bytes, and what it looks at.
type house struct {
	*memory.Guard
	used  uint64
	ended int // connections
	now   time.Time
	log   strings.Builder
}

func newHouse(limit uint64) *house {
	h := &house{now: time.Unix(1000, 0)}
	h.Guard = memory.New(memory.Config{
		Limit:            machine.Limit{Bytes: limit, Source: machine.Setting},
		Usage:            func() uint64 { return h.used },
		CloseConnections: func(n int) { h.ended += n },
		Clock:            func() time.Time { return h.now }, Log: slog.New(slog.NewTextHandler(&h.log, nil)),
	})
	return h
}

// at is the step for so many bytes, a second later.
func (h *house) at(used uint64) int {
	h.used, h.now = used, h.now.Add(time.Second)
	h.Look()
	return h.Level()
}

func TestStepsHaveHysteresis(t *testing.T) {
	h := newHouse(10_000)
	for i, c := range []struct {
		used uint64
		want int
	}{{6900, 0}, {7000, 1}, {6300, 1}, {6100, 0}, {8400, 1}, {8500, 2}, {7800, 2}, {7600, 1}, {8600, 2}, {100, 0}, {6900, 0}} {
		if got := h.at(c.used); got != c.want || h.Tight() != (got >= 1) || h.Full() != (got == 2) {
			t.Errorf("look %d, %d bytes: step %d (tight %v, full %v), want %d", i, c.used, got, h.Tight(), h.Full(), c.want)
		}
	}
	if h.Used() != 6900 || h.Limit() != 10_000 {
		t.Errorf("%d of %d", h.Used(), h.Limit())
	}
}

// A step is a line, and a thousand requests in it are none.
func TestTheLogTellsBeginAndEnd(t *testing.T) {
	h := newHouse(10_000)
	for range 1000 {
		h.at(9000)
	}
	h.at(7000)
	h.at(100)
	if got := strings.Count(h.log.String(), "\n"); got != 2 || !strings.Contains(h.log.String(), "duracion=16m41s") {
		t.Errorf("%d lines:\n%s", got, h.log.String())
	}
}

// TestConnectionsEndNearTheLimit: a few at each look, beyond 92 %, and none below.
func TestConnectionsEndNearTheLimit(t *testing.T) {
	h := newHouse(10_000)
	for _, c := range []struct {
		used  uint64
		ended int
	}{{9100, 0}, {9200, 100}, {9300, 200}, {9100, 200}} {
		if h.at(c.used); h.ended != c.ended {
			t.Errorf("%d bytes: %d ended, want %d", c.used, h.ended, c.ended)
		}
	}
	none := newHouse(0)
	if none.at(1<<60) != 0 || none.ended != 0 {
		t.Error("without a limit: step", none.Level(), "ended", none.ended)
	}
}
