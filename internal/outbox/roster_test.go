package outbox

import (
	"slices"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

func TestRosterTellsWhoIsMissing(t *testing.T) {
	const silence = 30 * time.Second
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	after := func(d time.Duration) time.Time { return at.Add(d) }
	expect := func(t *testing.T, r *roster, when time.Time, want ...role.Role) {
		t.Helper()
		if got := r.missing(when); !slices.Equal(got, want) {
			t.Errorf("%v later: %v are missing, want %v", when.Sub(at), got, want)
		}
	}

	t.Run("its own roles are there, and nobody is missed before it has listened for a lease", func(t *testing.T) {
		r := newRoster(role.Set{role.API, role.Sweeper}, silence)
		expect(t, r, after(time.Hour)) // it does not listen yet
		r.deaf(after(0))
		expect(t, r, after(silence-1))
		expect(t, r, after(silence), role.Coordinator, role.ObjectEraser, role.MetadataEraser)
	})
	t.Run("who falls silent is gone after a lease, who says farewell at once", func(t *testing.T) {
		r := newRoster(role.Set{role.API, role.Coordinator, role.Sweeper}, silence)
		r.deaf(at)
		r.hear("a", role.Set{role.ObjectEraser}, after(50*time.Second))
		r.hear("b", role.Set{role.MetadataEraser}, after(50*time.Second))
		expect(t, r, after(60*time.Second))
		r.hear("b", nil, after(61*time.Second))
		expect(t, r, after(61*time.Second), role.MetadataEraser)
		expect(t, r, after(80*time.Second), role.ObjectEraser, role.MetadataEraser)
		r.hear("b", role.Set{role.MetadataEraser, role.ObjectEraser}, after(81*time.Second))
		expect(t, r, after(82*time.Second))
	})
	t.Run("after a gap it waits again", func(t *testing.T) {
		r := newRoster(role.All.Without(role.Set{role.Sweeper}), silence)
		r.deaf(at)
		expect(t, r, after(silence), role.Sweeper)
		r.deaf(after(silence))
		expect(t, r, after(2*silence-1))
		expect(t, r, after(2*silence), role.Sweeper)
	})
	t.Run("a change is told once", func(t *testing.T) {
		r := newRoster(role.All.Without(role.Set{role.Sweeper}), silence)
		r.deaf(at)
		told := func(when time.Time, gone, come role.Set) {
			t.Helper()
			if g, c := r.changed(when); !slices.Equal(g, gone) || !slices.Equal(c, come) {
				t.Errorf("gone %v and come %v, want %v and %v", g, c, gone, come)
			}
		}
		told(after(1), nil, nil)
		told(after(silence), role.Set{role.Sweeper}, nil)
		told(after(silence+1), nil, nil)
		r.hear("a", role.Set{role.Sweeper}, after(silence+2))
		told(after(silence+3), nil, role.Set{role.Sweeper})
	})
	t.Run("a process with every role misses nobody", func(t *testing.T) {
		r := newRoster(role.All, silence)
		r.deaf(at)
		expect(t, r, after(time.Hour))
	})
}
