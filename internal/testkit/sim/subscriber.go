package sim

import (
	"context"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// subscriber is a client that watches one deletion, or those of a carpeta, and
// connects again, to any process, when its connection ends.
type subscriber struct {
	w         *world
	eventoID  string
	carpetaID string
	last      map[string]int64 // last secuencia seen of each saga; of a carpeta: in this session
	first     int64            // the number that was asked for: −1 for the present state
	done      bool             // the terminal state was seen
	since     time.Duration    // of a carpeta: when this session had read for the first time; negative before
	news      bool             // of a carpeta: it keeps a list by the news, and comes back with the cursor
	cursor    string
}

// session is one connection of a subscriber to a process.
type session struct {
	*subscriber
	p       *process
	t       *task
	sub     *hub.Subscriber
	waiting bool
}

func (w *world) subscribe(s *subscriber) {
	s.w, s.last = w, map[string]int64{}
	w.people = append(w.people, s)
	s.connect()
}

func (s *subscriber) connect() {
	p := s.w.someProcess()
	if p == nil {
		s.w.After(500*time.Millisecond, s.connect)
		return
	}
	v := &session{subscriber: s, p: p}
	v.t = s.w.spawn(p, v.follow)
	v.t.OnEnd = v.leave
	p.sessions = append(p.sessions, v)
}

func (v *session) leave() {
	v.p.sessions = slices.DeleteFunc(v.p.sessions, func(o *session) bool { return o == v })
	if !v.done && !v.w.Closed {
		v.w.After(v.w.between(100*time.Millisecond, 3*time.Second), v.connect)
	}
}

// follow does what hub.Stream does, with the scheduler in place of select.
func (v *session) follow(t *task) {
	ctx := taskContext{t}
	v.sub = v.p.hub.Subscribe(hub.Topic{EventoID: v.eventoID, CarpetaID: v.carpetaID, Novedades: v.news}, func() {})
	defer v.sub.Close()
	f := v.steps()
	err := f.Reread(ctx)
	v.since = v.w.Now
	refresh := v.w.Now + v.refresh()
	for err == nil && !f.Done() && !t.Dead() {
		switch v.choose(refresh) {
		case 0:
			err = f.Event(ctx, v.sub.Event())
		case 1:
			v.sub.Gap()
			err = f.Reread(ctx)
		case 2:
			err = f.Reread(ctx)
			refresh = v.w.Now + v.refresh()
		default:
			v.waiting = true
			t.Wait(refresh)
			v.waiting = false
		}
	}
	if err != nil && !t.Dead() {
		v.w.note(v.p, "subscription of %s ends: %v", v.w.short(v.eventoID), codeOf(err))
	}
	v.done = err == nil && f.Done() && !t.Dead()
}

func (v *session) refresh() time.Duration {
	if v.w.bug == HubNoReread {
		return 24 * time.Hour
	}
	return hub.Refresh
}

func (v *session) steps() hub.Steps {
	if v.news {
		return v.newsSteps()
	}
	if v.carpetaID != "" {
		v.last, v.since = map[string]int64{}, -1
		return hub.CarpetaSteps(v.p.eliminaciones, v.carpetaID, v.receive)
	}
	after := v.first
	if u, found := v.last[v.eventoID]; found {
		after = u
	}
	return hub.SagaSteps(v.p.eliminaciones, v.eventoID, after, v.receive)
}

// choose is select: any ready case; −1 for nothing.
func (v *session) choose(refresh time.Duration) int {
	var ready [3]int
	n := 0
	events, gap := v.sub.Waiting()
	for i, is := range [3]bool{events > 0, gap, v.w.Now >= refresh} {
		if is {
			ready[n] = i
			n++
		}
	}
	if n == 0 {
		return -1
	}
	return ready[v.w.IntN(n)]
}

// wakeSessions lets waiting sessions see their events.
func (p *process) wakeSessions() {
	for _, v := range p.sessions {
		if v.waiting && v.hasSomething() {
			v.waiting = false
			v.t.Wake()
		}
	}
}

func (v *session) hasSomething() bool {
	events, gap := v.sub.Waiting()
	return events > 0 || gap
}

// receive is hub.Emit: the client sees a saga at one secuencia.
func (v *session) receive(_ context.Context, e *eliminacion.Eliminacion) error {
	if !v.t.Dead() {
		v.saw(*e)
	}
	return nil
}

// saw checks that what a subscriber is told is true, new and in order.
func (v *session) saw(e eliminacion.Eliminacion) {
	w, s := v.w, v.w.sagas[e.EventoID]
	w.note(v.p, "subscriber sees %s#%d %s/%s", w.short(e.EventoID), e.Secuencia, e.Estado, e.Paso)
	if !w.isStored(s, e) {
		return
	}
	w.checkAprobacion(e, s)
	last, seen := v.last[e.EventoID]
	fromStart := v.first >= 0 && v.carpetaID == "" || v.carpetaID != "" && v.since >= 0 && s.born > v.since
	if seen && e.Secuencia <= last {
		w.violate("a subscriber saw secuencia %d after %d", e.Secuencia, last)
	}
	if (seen || fromStart) && e.Secuencia != last+1 && len(s.historia) <= fullHistoria {
		w.violate("a subscriber missed secuencia %d", last+1)
	}
	v.last[e.EventoID] = e.Secuencia
	if e.Estado == eliminacion.Completada && (w.documentos[e.DocumentoID] != nil || len(w.files[s.StoragePath].ids) > 0) {
		w.violate("a subscriber saw COMPLETADA, and something is left of the document")
	}
}

// isStored checks that a deletion was stored as a subscriber is told.
func (w *world) isStored(s *saga, e eliminacion.Eliminacion) bool {
	if e.Secuencia < 1 || e.Secuencia > int64(len(s.historia)) {
		w.violate("a subscriber saw secuencia %d, which is not stored", e.Secuencia)
		return false
	}
	if c := s.historia[e.Secuencia-1]; c.Estado != e.Estado || c.Paso != e.Paso || c.Intento != e.Intento {
		w.violate("a subscriber saw %s/%s at secuencia %d; stored is %s/%s", e.Estado, e.Paso, e.Secuencia, c.Estado, c.Paso)
	}
	return true
}

// fullHistoria is how many changes an item keeps; a subscriber that is further behind cannot
// be told every step.
const fullHistoria = 60

// behind reports whether a subscriber has still something to be told.
func (s *subscriber) behind() bool {
	if s.eventoID != "" {
		return !s.done
	}
	for _, g := range s.w.inOrder {
		if s.news && g.CarpetaID == s.carpetaID && s.last[g.EventoID] != g.Secuencia {
			return true
		}
		u, seen := s.last[g.EventoID]
		if !s.news && g.CarpetaID == s.carpetaID && (seen || g.born > s.since) && u != g.Secuencia {
			return true
		}
	}
	return s.since < 0
}
