package chaos_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// Size is the size of a run.
type Size struct {
	Seed                                    uint64
	Deletions, Carpetas, Servers, Listeners int
	Short                                   bool
	Settings                                []string // of the servers, NAME=value
}

// The parts that fail.
const (
	rabbitPart = "rabbitmq"
	minioPart  = "minio"
	dynamoPart = "dynamodb"
	serverPart = "server"
)

var withLine = []string{rabbitPart, minioPart, dynamoPart}

// The ways in which they do.
const (
	kill       = "kill -9"
	freeze     = "SIGSTOP"
	restart    = "restart"
	wipe       = "wipe"
	terminate  = "SIGTERM"
	stuckQueue = "stuck queue"
	slow       = "latency"
	reset      = "reset"
	halfOpen   = "half-open"
)

// Fault is one fault: of a part, or of the line between servers and a part.
type Fault struct {
	What, Part string
	Server     int // which server, or the one whose line it is; −1 for the lines of all
	At, Lasts  time.Duration
}

func (f Fault) String() string {
	who := f.Part
	switch {
	case f.Part == serverPart:
		who = fmt.Sprintf("server %d", f.Server)
	case f.ofLine() && f.Server < 0:
		who = "all lines to " + f.Part
	case f.ofLine():
		who = fmt.Sprintf("server %d's line to %s", f.Server, f.Part)
	}
	return f.What + " " + who
}

func (f Fault) ofLine() bool { return f.What == slow || f.What == reset || f.What == halfOpen }

// rest is how long nothing else fails after a fault whose recovery is measured.
const rest = 11 * time.Second

// measured: RabbitMQ's own faults, in a long run.
func (f Fault) measured(m Size) bool { return f.Part == rabbitPart && !f.ofLine() && !m.Short }

// Wish is a deletion that somebody asks for.
type Wish struct {
	Carpeta, Documento string
	At                 time.Duration
	Server             int
	Ventana            int           // seconds; 0: no undo window
	Cancel             time.Duration // after it was accepted; 0: never
	Twice              bool          // asked for twice at the same time
	Watched            bool          // somebody follows it
}

// Plan is what a seed stands for.
type Plan struct {
	Faults []Fault
	Wishes []Wish
	Lasts  time.Duration // of the load
}

// makePlan draws the plan. The documents' ids come from the same seed.
func makePlan(m Size, there snapshot) Plan {
	random := rand.New(rand.NewPCG(m.Seed, 0x63616f73))
	p := Plan{Faults: planFaults(random, m)}
	last := p.Faults[len(p.Faults)-1]
	p.Lasts = last.At + last.Lasts
	for _, f := range p.Faults {
		p.Lasts += 3 * time.Second * time.Duration(one(f.measured(m))) // they take longer than planned
	}
	p.Wishes = planWishes(random, m, there.deletable(), p.Lasts)
	return p
}

// deck is every fault, once; in a short run one of each sort.
func deck(random *rand.Rand, m Size) []Fault {
	of := func(part string, whats ...string) (fs []Fault) {
		for _, q := range whats {
			fs = append(fs, Fault{What: q, Part: part})
		}
		return fs
	}
	sorts := [][]Fault{
		of(rabbitPart, kill, freeze, restart, wipe, stuckQueue), of(minioPart, kill, freeze, restart), of(dynamoPart, kill, freeze, restart),
		of(serverPart, kill, freeze, terminate),
	}
	for _, s := range withLine {
		sorts = append(sorts, of(s, slow, reset, halfOpen))
	}
	var fs []Fault
	for i, s := range sorts {
		switch {
		case !m.Short:
			fs = append(fs, s...)
		case i == 0:
			fs = append(fs, s[random.IntN(3)], s[3])
		case i < 4 || i-4 == int(m.Seed%3):
			fs = append(fs, s[random.IntN(len(s))])
		}
	}
	random.Shuffle(len(fs), func(i, j int) { fs[i], fs[j] = fs[j], fs[i] })
	return fs
}

// planFaults puts them into an order, some before the one before has ended.
// One whose recovery is measured has the time before and after it for itself.
func planFaults(random *rand.Rand, m Size) []Fault {
	fs := slices.DeleteFunc(deck(random, m), func(f Fault) bool { return !m.Short && !strings.Contains(f.String(), *only) })
	if !m.Short {
		fs = slices.Repeat(fs, *times)
	}
	between := func(a, b time.Duration) time.Duration { return a + time.Duration(random.Int64N(int64(b-a))) }
	at, long := 2*time.Second, 5*time.Second
	if m.Short {
		long = 3 * time.Second
	}
	for i := range fs {
		f := &fs[i]
		f.At, f.Lasts, f.Server = at, between(time.Second, long), random.IntN(m.Servers)
		if f.ofLine() && random.IntN(2) == 0 {
			f.Server = -1
		}
		if i > 0 && f.measured(m) { // no fault before it is still under way
			for _, before := range fs[:i] {
				at = max(at, before.At+before.Lasts)
			}
			f.At = at
		}
		switch {
		case f.measured(m):
			at += f.Lasts + 8*time.Second + rest // it starts anew in that time, on a quiet machine
		case random.IntN(4) == 0:
			at += f.Lasts / 2
		default:
			at += f.Lasts + between(500*time.Millisecond, 2500*time.Millisecond)
		}
	}
	return fs
}

func planWishes(random *rand.Rand, m Size, deletable []documento, lasts time.Duration) []Wish {
	random.Shuffle(len(deletable), func(i, j int) { deletable[i], deletable[j] = deletable[j], deletable[i] })
	deletable = deletable[:min(m.Deletions, len(deletable))]
	ps := make([]Wish, len(deletable))
	for i, d := range deletable {
		p := Wish{Carpeta: d.Carpeta, Documento: d.ID, At: time.Duration(random.Int64N(int64(lasts))), Server: random.IntN(m.Servers)}
		switch random.IntN(10) {
		case 0:
			p.Ventana = 1 + random.IntN(8)
			if random.IntN(2) == 0 {
				p.Cancel = time.Duration(random.Int64N(int64(10 * time.Second)))
			}
		case 1:
			p.Twice = true
		}
		p.Watched = i < m.Listeners
		ps[i] = p
	}
	slices.SortStableFunc(ps, func(a, b Wish) int { return int(a.At - b.At) })
	return ps
}

// String is the schedule, for people.
func (p Plan) String() string {
	var b strings.Builder
	for _, f := range p.Faults {
		fmt.Fprintf(&b, "  %6.1f s  %-38s %4.1f s\n", f.At.Seconds(), f, f.Lasts.Seconds())
	}
	ventanas, cancelled, twice := 0, 0, 0
	for _, q := range p.Wishes {
		ventanas += one(q.Ventana > 0)
		cancelled += one(q.Cancel > 0)
		twice += one(q.Twice)
	}
	fmt.Fprintf(&b, "  %d deletions within %.0f s: %d with an undo window, %d of them taken back, %d asked for twice",
		len(p.Wishes), p.Lasts.Seconds(), ventanas, cancelled, twice)
	return b.String()
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestPlan: a seed is a schedule, and a long one has every fault.
func TestPlan(t *testing.T) {
	there := snapshot{Documentos: map[string]documento{}}
	for i := range 60 {
		id := fmt.Sprint(i)
		there.Documentos[id] = documento{Carpeta: "c", ID: id, Estado: procesado}
	}
	m := Size{Seed: 7, Deletions: 50, Servers: 3}
	one, other := makePlan(m, there), makePlan(m, there)
	if fmt.Sprintf("%+v", one) != fmt.Sprintf("%+v", other) {
		t.Error("two plans of one seed differ")
	}
	if m.Seed++; fmt.Sprintf("%+v", one) == fmt.Sprintf("%+v", makePlan(m, there)) {
		t.Error("two seeds have the same plan")
	}
	if len(one.Wishes) != 50 || len(one.Faults) != 23 {
		t.Errorf("%d deletions and %d faults", len(one.Wishes), len(one.Faults))
	}
	m.Short = true
	if fs := makePlan(m, there).Faults; len(fs) != 6 {
		t.Errorf("a short run has %d faults", len(fs))
	}
}
