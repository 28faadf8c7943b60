package chaos_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// straggler is a deletion that a fault kept waiting.
type straggler struct {
	*deletion
	saga
}

// toldStragglers of each fault are told of.
const toldStragglers = 4

// last are those that took longest, the last one first.
func last(rs []straggler) []straggler {
	slices.SortFunc(rs, func(a, b straggler) int { return b.Ended.Compare(a.Ended) })
	return rs
}

// change is a line of a saga's history.
type change struct {
	step    string
	intento int
	at      time.Time
}

func (s saga) changes() (cs []change) {
	for _, h := range s.Historia {
		var n int
		var estado, at string
		var c change
		if _, err := fmt.Sscan(h, &n, &estado, &c.step, &c.intento, &at); err == nil {
			c.at, _ = time.Parse(time.RFC3339Nano, at) // the judge looks at the history itself
		}
		cs = append(cs, c)
	}
	return cs
}

// standstill is how long a deletion may stand still while nothing is wrong.
const standstill = 3 * time.Second

// foreign reports whether another fault than the one that began then kept a deletion
// waiting: an attempt had failed, which is MinIO's or DynamoDB's doing, or it had
// stood still before.
func (s saga) foreign(since time.Time) bool {
	var last time.Time
	for _, c := range s.changes() {
		if c.at.Before(since) {
			last = c.at
		}
	}
	return s.Errores > 0 || !last.IsZero() && since.Sub(last) > standstill
}

// stragglers says of those that RabbitMQ's own faults kept waiting longest what they
// waited for: when they got how far, and with -keep every word of the servers about them.
func (i *report) stragglers(b *strings.Builder, w *world, rs []recovery) {
	var logLines []logLine
	if *keep {
		logLines = w.logLines()
	}
	for _, r := range rs {
		if !r.measured(i.size) {
			continue
		}
		fmt.Fprintf(b, "  the last after %s at %.1f s, in seconds from its end:\n", r.Fault, r.since.Sub(i.began).Seconds())
		for _, l := range r.last[:min(len(r.last), toldStragglers)] {
			l.tell(b, r, "", logLines)
		}
		fmt.Fprintf(b, "    and %d that another fault kept waiting\n", len(r.foreign))
		for _, l := range r.foreign[:min(len(r.foreign), 1)] {
			l.tell(b, r, fmt.Sprintf(" (failed attempts: %d)", l.Errores), logLines)
		}
	}
}

// tell tells the way of one.
func (l straggler) tell(b *strings.Builder, r recovery, note string, logLines []logLine) {
	fmt.Fprintf(b, "    %s%s asked %+.1f", l.ID, note, l.first.Sub(r.answers).Seconds())
	for _, c := range l.changes() {
		fmt.Fprintf(b, ", %s %+.1f", c.step, c.at.Sub(r.answers).Seconds())
	}
	b.WriteString("\n")
	for _, x := range logLines {
		if strings.Contains(x.text, l.ID) && x.at.After(r.since.Add(-time.Minute)) {
			fmt.Fprintf(b, "      %+7.2f  %s\n", x.at.Sub(r.answers).Seconds(), x.text)
		}
	}
}

// logLine is what a server wrote at a moment.
type logLine struct {
	at   time.Time
	text string
}

func (w *world) logLines() (ls []logLine) {
	for n, s := range w.servers {
		for text := range strings.Lines(s.Log()) {
			var x struct{ Time time.Time }
			if json.Unmarshal([]byte(text), &x) == nil {
				ls = append(ls, logLine{x.Time, fmt.Sprintf("server %d: %s", n, strings.TrimSpace(text))})
			}
		}
	}
	slices.SortStableFunc(ls, func(a, b logLine) int { return cmp.Or(a.at.Compare(b.at), strings.Compare(a.text, b.text)) })
	return ls
}

// TestForeign: what stood still when a fault began, or had failed, is not its doing.
func TestForeign(t *testing.T) {
	fault := time.Date(2026, 11, 21, 10, 0, 10, 0, time.UTC)
	asked := func(at string) []string {
		return []string{"1 INICIADA MINIO_CLEANUP 0 2026-11-21T" + at + "Z", "2 INICIADA METADATA_CLEANUP 0 2026-11-21T10:00:30.000Z"}
	}
	cases := map[string]struct {
		saga    saga
		foreign bool
	}{
		"asked for during the fault":   {saga{Historia: asked("10:00:12.000")}, false},
		"asked for just before":        {saga{Historia: asked("10:00:09.000")}, false},
		"stood still since before":     {saga{Historia: asked("10:00:01.000")}, true},
		"an attempt failed since then": {saga{Historia: asked("10:00:12.000"), Errores: 1}, true},
	}
	for name, c := range cases {
		if a := c.saga.foreign(fault); a != c.foreign {
			t.Errorf("%s: %v", name, a)
		}
	}
}
