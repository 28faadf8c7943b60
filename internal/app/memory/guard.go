package memory

import (
	"context"
	"log/slog"
	"math"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/machine"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// Config holds the parts of a Guard. All are required.
type Config struct {
	Limit       machine.Limit
	Tight, Full int           // the steps, in percent of the limit
	Usage       func() uint64 // bytes that cannot be taken back; asked up to twenty times a second
	Clock       func() time.Time
	Log         *slog.Logger
}

// The steps.
const (
	calm int32 = iota
	tight
	full
)

// stale is how old a measurement may be. Two cores fill some 10 MiB in that time.
const stale = 50 * time.Millisecond

// slackPercent: a step ends that far below its beginning, or it would begin again at once.
const slackPercent = 8

// Guard knows how near the process is to its memory limit. Make it with New.
type Guard struct {
	cfg   Config
	level atomic.Int32
	used  atomic.Uint64
	next  atomic.Int64 // when to measure again, in nanoseconds

	mu   sync.Mutex // of the change of steps, and of what follows
	from time.Time  // when the first step began
}

// New makes a Guard. Without a limit it is always calm.
func New(cfg Config) *Guard { return &Guard{cfg: cfg} }

// SoftLimit has the collector work harder before the first step begins: what is refused
// is refused for memory that is in use, and not for garbage.
func (g *Guard) SoftLimit() {
	if g.cfg.Limit.Bytes > 0 && g.cfg.Limit.Source != machine.GoRuntime && debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(int64(g.at(g.cfg.Tight - slackPercent/2)))
	}
}

// at is a part of the limit.
func (g *Guard) at(percent int) uint64 { return g.cfg.Limit.Bytes / 100 * uint64(percent) }

// Tight reports whether the first step has begun.
func (g *Guard) Tight() bool { return g.now() >= tight }

// Full reports whether the second has.
func (g *Guard) Full() bool { return g.now() >= full }

// Level is 0, 1 or 2, and Used and Limit are bytes: for the metrics.
func (g *Guard) Level() int { return int(g.now()) }

// Used is what the process held at the last look.
func (g *Guard) Used() uint64 { return g.used.Load() }

// Limit is the limit; 0 for none.
func (g *Guard) Limit() uint64 { return g.cfg.Limit.Bytes }

// now measures if the last measurement is stale, or of the future: somebody set the clock back. Who comes meanwhile takes the last.
func (g *Guard) now() int32 {
	if g.cfg.Limit.Bytes == 0 {
		return calm
	}
	at, due := g.cfg.Clock().UnixNano(), g.next.Load()
	if (at >= due || due-at > int64(stale)) && g.next.CompareAndSwap(due, at+int64(stale)) {
		g.look()
	}
	return g.level.Load()
}

func (g *Guard) look() {
	used := g.cfg.Usage()
	g.used.Store(used)
	g.mu.Lock()
	defer g.mu.Unlock()
	last := g.level.Load()
	step := g.step(last, used)
	if step == last {
		return
	}
	g.level.Store(step)
	g.tell(last, step, used)
}

// step is the next after the last, for so many bytes.
func (g *Guard) step(last int32, used uint64) int32 {
	switch {
	case used >= g.at(g.cfg.Full), last == full && used >= g.at(g.cfg.Full-slackPercent):
		return full
	case used >= g.at(g.cfg.Tight), last >= tight && used >= g.at(g.cfg.Tight-slackPercent):
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

// look again: the end of a step must be seen although nobody asks.
const pause = time.Second

// Run looks once a second, and gives back what a burst has left.
func (g *Guard) Run(ctx context.Context) error {
	var r returns
	for ctx.Err() == nil {
		g.now()
		r.look(g.cfg.Clock())
		_ = service.Pause(ctx, pause) // fails at the end of ctx only
	}
	return nil
}
