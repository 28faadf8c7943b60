package memory

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/machine"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// Config holds the parts of a Guard. All are required.
type Config struct {
	Limit machine.Limit
	Usage func() uint64 // bytes that cannot be taken back; asked ten times a second
	// CloseConnections closes up to n connections, those that are needed least.
	CloseConnections func(n int)
	Clock            func() time.Time
	Log              *slog.Logger
}

// The steps.
const (
	calm int32 = iota
	tight
	full
)

// Where each step begins, and where connections are closed, in percent of the limit. A step ends slackPercent below its
// beginning, or it would begin again at once.
const (
	tightPercent   = 70
	fullPercent    = 85
	closingPercent = 92
	slackPercent   = 8
	closedAtOnce   = 100 // connections; what they held is free after the next collection
	betweenLooks   = 100 * time.Millisecond
)

// Guard knows how near the process is to its memory limit. Make it with New.
type Guard struct {
	cfg   Config
	level atomic.Int32
	used  atomic.Uint64
	from  time.Time // when the first step began; of the goroutine that looks
}

// New makes a Guard. Without a limit it is always calm.
func New(cfg Config) *Guard { return &Guard{cfg: cfg} }

// SoftLimit has the collector work harder before the first step begins: what is refused
// is refused for memory that is in use, and not for garbage.
func SoftLimit(l machine.Limit) {
	if l.Bytes > 0 && l.Source != machine.GoRuntime && debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(int64(l.Bytes / 100 * (tightPercent - slackPercent/2)))
	}
}

// at is a part of the limit.
func (g *Guard) at(percent int) uint64 { return g.cfg.Limit.Bytes / 100 * uint64(percent) }

// Usage is what counts against the limit: what this process holds; in a cgroup with a limit what the kernel and others
// hold there too.
func Usage(limit machine.Limit) func() uint64 {
	if limit.Source != machine.Cgroup {
		return machine.Usage
	}
	return func() uint64 { return max(machine.Usage(), machine.CgroupUsage()) }
}

// Tight reports whether the first step has begun.
func (g *Guard) Tight() bool { return g.level.Load() >= tight }

// Full reports whether the second has.
func (g *Guard) Full() bool { return g.level.Load() >= full }

// Ready is a part of /readyz. A process that refuses for want of memory stays ready: without it the others would get
// what it cannot take, and would follow.
func (g *Guard) Ready(context.Context) error {
	if g.Tight() {
		return fmt.Errorf("%d of %d MiB are taken: new work is refused", g.Used()>>20, g.Limit()>>20)
	}
	return nil
}

// Level is 0, 1 or 2, and Used and Limit are bytes: for the metrics.
func (g *Guard) Level() int { return int(g.level.Load()) }

// Used is what the process held at the last look.
func (g *Guard) Used() uint64 { return g.used.Load() }

// Limit is the limit; 0 for none.
func (g *Guard) Limit() uint64 { return g.cfg.Limit.Bytes }

// look measures, and does what the step asks for.
func (g *Guard) look() {
	if g.cfg.Limit.Bytes == 0 {
		return
	}
	used, last := g.cfg.Usage(), g.level.Load()
	g.used.Store(used)
	if step := g.step(last, used); step != last {
		g.level.Store(step)
		g.tell(last, step, used)
	}
	if used >= g.at(closingPercent) {
		g.cfg.CloseConnections(closedAtOnce)
	}
}

// step is the next after the last, for so many bytes.
func (g *Guard) step(last int32, used uint64) int32 {
	switch {
	case used >= g.at(fullPercent), last == full && used >= g.at(fullPercent-slackPercent):
		return full
	case used >= g.at(tightPercent), last >= tight && used >= g.at(tightPercent-slackPercent):
		return tight
	default:
		return calm
	}
}

// tell logs the beginning of each step, and the end of both.
func (g *Guard) tell(last, step int32, used uint64) {
	figures := []any{"usados_mib", used >> 20, "limite_mib", g.cfg.Limit.Bytes >> 20}
	switch {
	case step == calm:
		g.cfg.Log.Info("memory: everything is taken again", append(figures, "duracion", g.cfg.Clock().Sub(g.from).Round(time.Millisecond))...)
	case step > last:
		if last == calm {
			g.from = g.cfg.Clock()
		}
		g.cfg.Log.Warn("memory: "+refused[step], figures...)
	}
}

var refused = map[int32]string{
	tight: "near the limit; large requests, unknown documents, subscriptions and sockets are refused",
	full:  "at the limit; everything new is refused",
}

// Run looks ten times a second.
func (g *Guard) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		g.look()
		_ = service.Pause(ctx, betweenLooks) // fails at the end of ctx only
	}
	return nil
}
