package sim

import (
	"iter"
	"math"
	"slices"
	"time"
)

// suceso is something that will happen at a moment: a function, or the return of
// a coroutine that waits.
type suceso struct {
	en    time.Duration
	orden uint64 // ties are broken by who was first
	f     func()
	t     *tarea
	turno uint64 // the wait that this ends; an older one means nothing
}

// scheduler is simulated time: a heap of what will happen.
type scheduler struct {
	ahora   time.Duration
	orden   uint64
	monton  []suceso
	actual  *tarea // who runs now; nil for a function
	cerrado bool   // the run is over: nobody waits any more
	vivas   []*tarea
	libres  []*rutina
}

func antes(a, b suceso) bool { return a.en < b.en || (a.en == b.en && a.orden < b.orden) }

func (s *scheduler) poner(e suceso) {
	s.orden++
	e.orden = s.orden
	s.monton = append(s.monton, e)
	for i := len(s.monton) - 1; i > 0; {
		padre := (i - 1) / 2
		if !antes(s.monton[i], s.monton[padre]) {
			return
		}
		s.monton[i], s.monton[padre] = s.monton[padre], s.monton[i]
		i = padre
	}
}

func (s *scheduler) sacar() suceso {
	m := s.monton
	e, n := m[0], len(m)-1
	m[0], m[n] = m[n], suceso{}
	s.monton = m[:n]
	for i := 0; ; {
		h := 2*i + 1
		if h >= n {
			return e
		}
		if h+1 < n && antes(m[h+1], m[h]) {
			h++
		}
		if !antes(m[h], m[i]) {
			return e
		}
		m[i], m[h] = m[h], m[i]
		i = h
	}
}

// tras does something later.
func (s *scheduler) tras(d time.Duration, f func()) { s.poner(suceso{en: s.ahora + d, f: f}) }

// paso lets the next thing happen; false if there is none.
func (s *scheduler) paso() bool {
	if len(s.monton) == 0 {
		return false
	}
	e := s.sacar()
	s.ahora = e.en
	if e.f != nil {
		e.f()
		return true
	}
	s.volver(e)
	return true
}

// volver gives a coroutine control, unless its process is paused or it has been
// woken before.
func (s *scheduler) volver(e suceso) {
	t := e.t
	switch {
	case t.fin || t.turno != e.turno:
	case t.p != nil && !t.p.muerto && t.p.pausadoHasta > s.ahora:
		s.poner(suceso{en: t.p.pausadoHasta, t: t, turno: t.turno})
	default:
		s.correr(t)
	}
}

func (s *scheduler) correr(t *tarea) {
	if t.r == nil {
		t.r = s.rutina()
		t.r.f = func() { t.f(t) }
	}
	s.actual = t
	t.r.next()
	s.actual = nil
	if t.r.f == nil {
		s.libres = append(s.libres, t.r)
		t.fin = true
		if t.alTerminar != nil {
			t.alTerminar()
		}
	}
}

// rutina is a coroutine; it is used again when what it ran has ended.
type rutina struct {
	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
	f     func() // nil when it is free
}

func (s *scheduler) rutina() *rutina {
	if n := len(s.libres); n > 0 {
		r := s.libres[n-1]
		s.libres = s.libres[:n-1]
		return r
	}
	r := &rutina{}
	r.next, r.stop = iter.Pull(func(yield func(struct{}) bool) {
		r.yield = yield
		for more := true; more; more = yield(struct{}{}) {
			r.f()
			r.f = nil
		}
	})
	return r
}

// tarea is product code under way in a process.
type tarea struct {
	s          *scheduler
	p          *proceso
	f          func(*tarea)
	r          *rutina
	inicio     time.Duration
	limite     time.Duration // no call outlasts it
	turno      uint64
	fin        bool
	decide     bool // somebody decides about a request
	alTerminar func()
}

// nueva starts product code in a process, as soon as it is its turn.
func (s *scheduler) nueva(p *proceso, f func(t *tarea)) *tarea {
	t := &tarea{s: s, p: p, f: f, inicio: s.ahora, limite: math.MaxInt64}
	s.vivas = append(slices.DeleteFunc(s.vivas, func(v *tarea) bool { return v.fin }), t)
	s.poner(suceso{en: s.ahora, t: t})
	return t
}

// muerta reports whether its process is gone: from then on nothing it does counts.
func (t *tarea) muerta() bool { return t.s.cerrado || t.p.muerto }

// esperar gives up control until a moment, or until somebody wakes it.
func (t *tarea) esperar(hasta time.Duration) {
	if t.muerta() {
		return
	}
	t.turno++
	t.s.poner(suceso{en: hasta, t: t, turno: t.turno})
	t.r.yield(struct{}{})
}

// despertar ends a wait now.
func (t *tarea) despertar() {
	if t.fin {
		return
	}
	t.turno++
	t.s.poner(suceso{en: t.s.ahora, t: t, turno: t.turno})
}

// terminar unwinds the coroutines of a dead process: no call does anything any more.
func (s *scheduler) terminar(p *proceso) {
	for _, t := range slices.Clone(s.vivas) {
		for t.p == p && !t.fin {
			s.correr(t)
		}
	}
}

// cerrar unwinds every coroutine at the end of the run.
func (s *scheduler) cerrar() {
	s.cerrado = true
	for _, t := range slices.Clone(s.vivas) {
		for !t.fin {
			s.correr(t)
		}
	}
	for _, r := range s.libres {
		r.stop()
	}
}
