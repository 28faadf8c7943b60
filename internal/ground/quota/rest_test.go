package quota_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// works uses a place for so long, and returns how long it rests then.
func works(t *testing.T, r *quota.Rest, d time.Duration) time.Duration {
	t.Helper()
	left := make(chan struct{})
	leave := r.After(func() { close(left) })
	time.Sleep(d)
	leave()
	since := time.Now()
	<-left
	return time.Since(since)
}

// TestRest: a place is used for its part of the time, whatever was before; little work after a while needs no rest.
func TestRest(t *testing.T) {
	const ms = time.Millisecond
	for name, c := range map[string]struct {
		saved, idle time.Duration
		work        []time.Duration
		rests       []time.Duration
	}{
		"three times as long as it works":     {work: []time.Duration{4 * ms, ms}, rests: []time.Duration{12 * ms, 3 * ms}},
		"not for ever":                        {work: []time.Duration{10 * time.Second, ms}, rests: []time.Duration{50 * ms, 3 * ms}},
		"an idle time saves nothing":          {idle: time.Hour, work: []time.Duration{4 * ms}, rests: []time.Duration{12 * ms}},
		"as much is saved":                    {saved: 30 * ms, work: []time.Duration{20 * ms, 20 * ms, 4 * ms}, rests: []time.Duration{0, 0, 12 * ms}},
		"and no more, however long it rested": {saved: 30 * ms, idle: time.Hour, work: []time.Duration{40 * ms, 4 * ms}, rests: []time.Duration{0, 12 * ms}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := quota.NewRest(quota.RestConfig{Places: 1, Share: 25, Saved: c.saved, Longest: 50 * ms, Clock: time.Now})
				time.Sleep(c.idle)
				for i, work := range c.work {
					if got := works(t, r, work); got != c.rests[i] {
						t.Errorf("after work %d of %v it rests %v, want %v", i, work, got, c.rests[i])
					}
				}
			})
		})
	}
}

// TestRestOfManyPlaces: two places have the time of two.
func TestRestOfManyPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := quota.NewRest(quota.RestConfig{Places: 2, Share: 25, Longest: time.Minute, Clock: time.Now})
		if got := works(t, r, 4*time.Millisecond); got != 4*time.Millisecond {
			t.Errorf("one of two rests %v", got)
		}
	})
}
