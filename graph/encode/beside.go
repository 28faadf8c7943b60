package encode

import (
	"context"
	"slices"

	"github.com/99designs/gqlgen/graphql"
)

// Source has what is read beside a value. All who need something of it ask before the first waits, so that they are read
// together.
type Source[T, U any] struct {
	// Load asks for it, and returns what waits for it; nil is for what there is not, or is not for the caller to see. It
	// may be called again, and asks once.
	Load func(ctx context.Context, v *T) func() (*U, error)
	// Begin says that all have asked; nil if nothing is read.
	Begin func(context.Context)
}

// Beside is a field of something that is read beside a value, and null where there is nothing. An error is for gqlgen.
func Beside[T, U any](from *Source[T, U], field Field[U]) Field[T] {
	return func(p *planner, f *graphql.CollectedField) part[T] {
		reads := from.Begin != nil && !slices.Contains(p.known, any(from))
		if reads {
			p.enter(from.Begin)
		}
		of := field(p, f)
		if reads {
			p.level--
		}
		if of.write == nil {
			return part[T]{}
		}
		p.bytes += 2 * madeBytes
		return part[T]{from.write(of.write), from.ask(reads, of.ask)}
	}
}

// Knowing says that the resolver of such values has read what these sources have for all that is below.
func (t *Type[T]) Knowing(sources ...any) *Type[T] {
	t.known = sources
	return t
}

// ask asks for what is read beside a value. At level 0 nothing was read; what was found there is asked at level 1 for what
// is read beside it, and so on.
type ask[T any] func(v *T, w *work, level int)

// reads are those that a plan needs.
type reads struct {
	known  []any // sources that were read before
	level  int   // while it is planned
	levels int
	begin  func(context.Context) // has what was asked for read
}

// enter begins to plan what is known only after a read.
func (r *reads) enter(begin func(context.Context)) {
	r.begin = begin
	r.level++
	r.levels = max(r.levels, r.level)
}

// readAll reads everything beside a value, level by level.
func (p *plan[T]) readAll(v *T, w *work) {
	for level := range p.levels {
		p.ask(v, w, level)
		p.begin(w.ctx)
	}
}

// each asks for all fields of an object; nil where there is nothing to ask for.
func each[T any](asks []ask[T]) ask[T] {
	if len(asks) == 0 {
		return nil
	}
	return func(v *T, w *work, level int) {
		for _, one := range asks {
			one(v, w, level)
		}
	}
}

func (s *Source[T, U]) ask(reads bool, below ask[U]) ask[T] {
	if !reads && below == nil {
		return nil
	}
	return func(v *T, w *work, level int) {
		switch {
		case reads && level == 0:
			s.get(v, w)
			return
		case below == nil:
			return
		case reads:
			level--
		}
		if u := s.value(v, w); u != nil {
			below(u, w, level)
		}
	}
}

func (s *Source[T, U]) write(of write[U]) write[T] {
	return func(b []byte, v *T, w *work) []byte {
		if u := s.value(v, w); u != nil {
			return of(b, u, w)
		}
		return append(b, null...)
	}
}

// last is what was read last: the fields of a row stand together.
type last struct {
	row, source any
	get, value  any
}

// get asks for what is read beside a value.
func (s *Source[T, U]) get(v *T, w *work) func() (*U, error) {
	if w.row != any(v) || w.source != any(s) {
		w.last = last{row: v, source: s, get: s.Load(w.ctx, v)}
	}
	return w.get.(func() (*U, error))
}

// value waits for it; nil where there is nothing.
func (s *Source[T, U]) value(v *T, w *work) *U {
	get := s.get(v, w)
	if w.value == nil {
		u, err := get()
		if err != nil {
			w.fail(err)
		}
		w.value = u
	}
	return w.value.(*U)
}
