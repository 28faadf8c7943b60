package respaldo

import (
	"context"
	"testing"
	"time"
)

// TestRests: a backup rests twice as long as it worked, never long, not for little, and what it waits for its rate is no
// work. At full speed it never rests.
func TestRests(t *testing.T) {
	t.Parallel()
	now, rested := time.Unix(0, 0), time.Duration(0)
	p := paceOf(1000, func() time.Time { return now })
	p.sleep = func(_ context.Context, d time.Duration) error {
		now, rested = now.Add(d), rested+d
		return nil
	}
	for _, c := range []struct{ worked, want time.Duration }{
		{stride - 1, 0}, {1, 2 * stride}, {30 * time.Millisecond, 60 * time.Millisecond}, {time.Minute, longest}, {0, 0},
	} {
		now, rested = now.Add(c.worked), 0
		if err := p.rest(t.Context()); err != nil || rested != c.want {
			t.Errorf("after %s of work it rested %s, want %s (%v)", c.worked, rested, c.want, err)
		}
	}
	p.limit, rested = nil, 0
	now = now.Add(time.Minute)
	if err := p.rest(t.Context()); err != nil || rested != 0 {
		t.Errorf("at full speed it rested %s (%v)", rested, err)
	}
}
