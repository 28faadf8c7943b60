package sim

import (
	"math"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/simtime"
)

// task is product code under way in a process.
type task struct {
	simtime.Task
	p        *process
	begun    time.Duration
	deadline time.Duration // no call outlasts it
	decide   bool          // somebody decides about a request
	sweep    bool          // it sweeps uploads
	handles  bool          // it handles a message
	told     bool          // it published a command, or tried to
	use      *use          // of a code, that this request counted
	look     *look         // of an entity, whose event this request wrote
	knew     int64         // the secuencia of the deletion that it last read or wrote
}

// spawn starts product code in a process.
func (w *world) spawn(p *process, f func(t *task)) *task {
	t := &task{p: p, begun: w.Now, deadline: math.MaxInt64}
	t.Of = t
	w.Start(&t.Task, p, func() { f(t) })
	return t
}

// current is the product code that runs now.
func (w *world) current() *task { return w.Current.Of.(*task) }

// IsDead implements simtime.Process.
func (p *process) IsDead() bool { return p.dead }

// StandsStillUntil implements simtime.Process.
func (p *process) StandsStillUntil() time.Duration { return p.pausedUntil }
