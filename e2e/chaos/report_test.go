package chaos_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// report is what a run tells.
type report struct {
	t     testing.TB
	size  Size
	began time.Time
	calm  time.Duration

	mu      sync.Mutex
	strikes []strike
	log     []string
}

// strike is a fault as it came to pass.
type strike struct {
	Fault
	since, answers time.Time // answers: the part answers again
}

func (i *report) begin(m Size, p Plan) {
	i.size = m
	tell(i.t, "seed %d: %d servers, %d carpetas\n%s", m.Seed, m.Servers, m.Carpetas, p)
}

func (i *report) note(format string, args ...any) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.log = append(i.log, fmt.Sprintf("%6.1f s  ", time.Since(i.began).Seconds())+fmt.Sprintf(format, args...))
}

func (i *report) add(s strike) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.strikes = append(i.strikes, s)
}

// recovery is how a fault was got over: counted from the moment at which the
// part answered again, by the times that the sagas themselves have.
type recovery struct {
	strike
	waiting        int           // deletions asked for and not completed when it was over
	during         bool          // one of them was asked for while it lasted
	first, drained time.Duration // until the first of those, and until the last of all
	alone          bool          // no other fault until then
	last           []straggler   // those that took longest
	foreign        []straggler   // kept waiting by another fault: not counted, but told of
}

func (i *report) recoveries(g *people, j *judge) (rs []recovery) {
	strikes := slices.SortedFunc(slices.Values(i.strikes), func(a, b strike) int { return a.since.Compare(b.since) })
	for _, s := range strikes {
		r := recovery{strike: s, alone: true}
		for _, b := range g.deletions {
			r.count(b, j.sagaOf(b))
		}
		r.last, r.foreign = last(r.last), last(r.foreign)
		until := s.answers.Add(min(max(r.first, r.drained), budget)) // later ones do not count for the budget
		for _, o := range strikes {
			if o.id() != s.id() && o.since.Before(until) && o.answers.After(s.since) {
				r.alone = false
			}
		}
		rs = append(rs, r)
	}
	return rs
}

func (s strike) id() time.Time { return s.since }

// count takes a deletion without undo window into account.
func (r *recovery) count(b *deletion, s saga) {
	if b.Ventana > 0 || !b.first.Before(r.answers) || !s.Ended.After(r.answers) {
		return
	}
	if r.Part == rabbitPart && s.foreign(r.since) {
		r.foreign = append(r.foreign, straggler{b, s})
		return
	}
	took := s.Ended.Sub(r.answers)
	r.last = append(r.last, straggler{b, s})
	r.waiting++
	r.drained = max(r.drained, took)
	if b.first.After(r.since) && (!r.during || took < r.first) {
		r.during, r.first = true, took
	}
}

// sagaOf is the deletion by which the document of a wish is gone; none if it is
// there.
func (j *judge) sagaOf(b *deletion) saga {
	for _, e := range b.eventos {
		if s := j.after.Sagas[e]; s.Estado == completada {
			return s
		}
	}
	return saga{}
}

// budget is what a restart of RabbitMQ may cost.
const budget = 10 * time.Second

func (i *report) end(w *world, g *people, j *judge, took time.Duration) {
	var b strings.Builder
	var first, drained time.Duration
	fmt.Fprintf(&b, "  %-38s %6s %6s %8s %7s %8s\n", "fault", "at", "lasted", "waiting", "first", "drained")
	rs := i.recoveries(g, j)
	for _, r := range rs {
		mark := ""
		if !r.alone {
			mark = " *"
		}
		p := "-"
		if r.during {
			p = fmt.Sprintf("%.1f s", r.first.Seconds())
		}
		fmt.Fprintf(&b, "  %-38s %6.1f %6.1f %8d %7s %6.1f s%s\n", r.Fault, r.since.Sub(i.began).Seconds(), r.answers.Sub(r.since).Seconds(), r.waiting, p, r.drained.Seconds(), mark)
		if r.alone && r.Part == rabbitPart && (r.What == kill || r.What == restart) {
			first, drained = max(first, r.first), max(drained, r.drained)
		}
	}
	fmt.Fprintf(&b, "  (seconds; waiting: asked for and not completed when the part answered again; first: the first of those asked for during the fault;\n"+
		"  drained: the last of them; * another fault fell into it; RabbitMQ's are without deletions that another fault kept waiting)\n")
	fmt.Fprintf(&b, "  after a restart of RabbitMQ alone: first %.1f s, drained %.1f s; budget %s\n", first.Seconds(), drained.Seconds(), budget)
	i.stragglers(&b, w, rs)
	i.countAll(&b, w, g, j)
	fmt.Fprintf(&b, "  %.0f s in all, %.0f s from the last fault to rest", took.Seconds(), i.calm.Seconds())
	tell(i.t, "%s", &b)
}

func (i *report) countAll(b *strings.Builder, w *world, g *people, j *judge) {
	completed, cancelled, withErrors, confirmed, doubtful := 0, 0, 0, 0, 0
	for _, s := range j.after.Sagas {
		completed += one(s.Estado == completada)
		cancelled += one(s.Estado == cancelada)
		withErrors += one(s.Errores > 0)
	}
	for _, k := range g.uploads {
		confirmed += one(k.confirmed)
	}
	for _, d := range g.deletions {
		doubtful += one(d.doubtful)
	}
	o := g.listeners
	fmt.Fprintf(b, "  %d deletions completed, %d cancelled, %d with failed attempts; %d requests had to be repeated; %d uploads confirmed of %d begun\n",
		completed, cancelled, withErrors, doubtful, confirmed, len(g.uploads))
	fmt.Fprintf(b, "  %d subscribers of a deletion, %d of a carpeta: %d messages, %d times connected anew; dead letters: %v; violations: %d; carpeta reconciliacion ejecutar: %d inconsistencies\n",
		o.watched, len(w.ciudadanos), o.heard, o.reconnects, j.dead, len(j.faults), j.reconciled)
}
