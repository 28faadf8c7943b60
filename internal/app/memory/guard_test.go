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
	used, looks uint64
	now         time.Time
	log         strings.Builder
}

func newHouse(limit uint64) *house {
	h := &house{now: time.Unix(1000, 0)}
	h.Guard = memory.New(memory.Config{
		Limit: machine.Limit{Bytes: limit, Source: machine.Setting}, Tight: 70, Full: 85,
		Usage: func() uint64 { h.looks++; return h.used },
		Clock: func() time.Time { return h.now }, Log: slog.New(slog.NewTextHandler(&h.log, nil)),
	})
	return h
}

// at is the step for so many bytes, a second later.
func (h *house) at(used uint64) int {
	h.used, h.now = used, h.now.Add(time.Second)
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

// A request does not wait for the kernel: a measurement is good for a while.
func TestMeasurementsAreFew(t *testing.T) {
	h := newHouse(10_000)
	for range 1000 {
		h.now = h.now.Add(time.Millisecond)
		h.Tight()
	}
	if h.looks > 21 {
		t.Errorf("%d looks in a second", h.looks)
	}
	none := newHouse(0)
	if none.at(1<<60) != 0 || none.looks != 0 {
		t.Error("without a limit: step", none.Level(), "looks", none.looks)
	}
}

// TestTheClockIsSetBack: the guard does not keep its last step for the hour that comes twice.
func TestTheClockIsSetBack(t *testing.T) {
	h := newHouse(10_000)
	if h.at(9000) != 2 {
		t.Fatal("not full")
	}
	h.now = h.now.Add(-time.Hour)
	if got := h.at(100); got != 0 {
		t.Errorf("step %d, although nothing is taken", got)
	}
}
