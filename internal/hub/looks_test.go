package hub_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// looks is a carpeta that people look at, with a clock that tests move. Some looks are hidden.
type looks struct {
	now    time.Time
	stored []auditoria.Acceso
	hidden map[string]bool
	reads  int
	silent error // of Desde
}

func newLooks() *looks {
	return &looks{now: time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC), hidden: map[string]bool{}}
}

func (l *looks) Desde(_ context.Context, _ string, since time.Time, limit int) (auditoria.AccesosDesde, error) {
	l.reads++
	found := auditoria.AccesosDesde{Al: l.now}
	for _, a := range l.stored {
		if !a.En.Before(since) && !l.hidden[a.EventoID] && !since.IsZero() {
			found.Accesos = append(found.Accesos, a)
		}
	}
	found.Todos = len(found.Accesos) < limit
	found.Accesos = found.Accesos[:min(limit, len(found.Accesos))]
	return found, l.silent
}

func (l *looks) Nuevos(_ context.Context, _, _ string, ids []string) (as []auditoria.Acceso, _ error) {
	l.reads++
	for _, a := range l.stored {
		if slices.Contains(ids, a.EventoID) && !l.hidden[a.EventoID] {
			as = append(as, a)
		}
	}
	return as, nil
}

// looked stores a look, and returns the message about it.
func (l *looks) looked(t *testing.T, id string) *eliminacion.Aviso {
	t.Helper()
	l.stored = append(l.stored, auditoria.Acceso{EventoID: id, En: l.now})
	a, err := eliminacion.ReadAviso(eliminacion.MensajeDeMiradas(auditoria.Miradas{CarpetaID: "c", OperadorID: "op", EventoIDs: []string{id}}, l.now))
	if err != nil {
		t.Fatal(err)
	}
	return &a
}

// owner keeps the last cursor, and what they were told.
type owner struct {
	t      *testing.T
	l      *looks
	steps  hub.Steps
	cursor string
	told   []string
	stop   int // breaks off after so many; 0 for never
}

func (o *owner) connect() *owner {
	since, _ := auditoria.MomentoDeCursor("c", o.cursor, o.l.now)
	o.steps = hub.LookSteps(o.l, "c", since, func(_ context.Context, event any) error {
		n := event.(*auditoria.AccesoNuevo)
		if o.stop > 0 && len(o.told) == o.stop {
			return errors.New("the socket is lost")
		}
		o.cursor = n.Cursor
		if n.Acceso == nil {
			o.told = append(o.told, "reload")
			return nil
		}
		o.told = append(o.told, n.Acceso.EventoID)
		return nil
	})
	return o
}

func (o *owner) reread() *owner {
	o.t.Helper()
	if err := o.steps.Reread(o.t.Context()); err != nil && o.stop == 0 {
		o.t.Fatal(err)
	}
	return o
}

func (o *owner) hears(a *eliminacion.Aviso) {
	o.t.Helper()
	if err := o.steps.Event(o.t.Context(), a); err != nil {
		o.t.Fatal(err)
	}
}

func (o *owner) was(want string) {
	o.t.Helper()
	if got := strings.Join(o.told, " "); got != want {
		o.t.Errorf("told %q, want %q", got, want)
	}
	o.told = nil
}

// TestLooksAreToldOnce: by their message or, if that is lost, by the next reading.
func TestLooksAreToldOnce(t *testing.T) {
	l := newLooks()
	o := (&owner{t: t, l: l}).connect().reread()
	o.was("reload")
	l.now = l.now.Add(time.Second)
	first := l.looked(t, "1")
	o.hears(first)
	o.hears(first)
	o.was("1")
	l.looked(t, "2") // its message is lost
	l.now = l.now.Add(hub.Refresh)
	o.reread().was("2")
	l.now = l.now.Add(hub.Refresh)
	o.reread().was("")
}

// TestLooksGoOnAfterACursor: wherever somebody breaks off, what they were not told comes next.
func TestLooksGoOnAfterACursor(t *testing.T) {
	for stop := 1; stop <= 6; stop++ {
		l := newLooks()
		o := (&owner{t: t, l: l}).connect().reread()
		o.told = nil
		l.now = l.now.Add(time.Minute)
		seen := map[string]bool{}
		for n := range 5 {
			l.looked(t, fmt.Sprint(n))
			l.now = l.now.Add(time.Minute)
		}
		o.stop = stop
		o.connect().reread()
		for _, id := range o.told {
			seen[id] = true
		}
		o.stop, o.told = 0, nil
		o.connect().reread()
		for _, id := range o.told {
			seen[id] = true
		}
		if len(seen) != 5 || seen["reload"] {
			t.Errorf("broken off after %d: told %v in all", stop, seen)
		}
	}
}

// TestHiddenLooksAreNotTold: nothing comes, and the cursors are those of a carpeta at which nobody looked.
func TestHiddenLooksAreNotTold(t *testing.T) {
	plain, secret := newLooks(), newLooks()
	a, b := (&owner{t: t, l: plain}).connect().reread(), (&owner{t: t, l: secret}).connect().reread()
	for n := range 50 {
		for _, l := range []*looks{plain, secret} {
			l.now = l.now.Add(7 * time.Second)
		}
		id := fmt.Sprint(n)
		if n%3 != 0 {
			secret.hidden[id] = true
			b.hears(secret.looked(t, id))
		} else {
			a.hears(plain.looked(t, id))
			b.hears(secret.looked(t, id))
		}
		if n%4 == 0 {
			a.reread()
			b.reread()
		}
		if a.cursor != b.cursor || !slices.Equal(a.told, b.told) {
			t.Fatalf("after %d: nothing hidden %v %s, hidden %v %s", n, a.told, a.cursor, b.told, b.cursor)
		}
	}
}

// TestTooManyLooksAreNotTold: whoever missed more than a reading tells loads the list.
func TestTooManyLooksAreNotTold(t *testing.T) {
	l := newLooks()
	o := (&owner{t: t, l: l}).connect().reread()
	l.now = l.now.Add(time.Minute)
	for n := range 1001 {
		l.looked(t, fmt.Sprint(n))
	}
	l.now = l.now.Add(time.Minute)
	o.connect().reread().was("reload reload")
	o.connect().reread().was("")
}

// TestLooksAreReadTogether: two followers of a carpeta cost the reads of one, and hear nothing of other topics.
func TestLooksAreReadTogether(t *testing.T) {
	l := newLooks()
	h := hub.New(func() {})
	defer h.Close()
	var told [2][]string
	var streams [2]*hub.Stream
	step := func() {
		for i, s := range streams {
			if _, err := s.Step(t.Context(), func(_ context.Context, event any) error {
				if a := event.(*auditoria.AccesoNuevo).Acceso; a != nil {
					told[i] = append(told[i], a.EventoID)
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i := range streams {
		streams[i] = h.FollowLooks(l, "c", time.Time{})
		streams[i].Start(func() {})
		defer streams[i].Close()
	}
	step()
	if l.reads != 1 {
		t.Errorf("%d readings to begin", l.reads)
	}
	h.Publish(*l.looked(t, "1"))
	h.Publish(eliminacion.Aviso{CarpetaID: "c", EventoID: "e", Secuencia: 1})
	step()
	if l.reads != 2 || !slices.Equal(told[0], []string{"1"}) || !slices.Equal(told[1], told[0]) {
		t.Errorf("%d readings, told %v", l.reads, told)
	}
}
