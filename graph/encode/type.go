package encode

import (
	"context"
	"maps"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// Type is a GraphQL type, whose values are of type T.
type Type[T any] struct {
	Name   string
	As     []string // the interfaces that it implements
	Rest   []string // the fields that gqlgen writes, with all that is around them
	Fields Fields[T]
	known  []any // see Knowing
}

// write appends the JSON of a value's field, or of the value.
type write[T any] func(b []byte, v *T, w *work) []byte

// part is how a value, or a field of it, is written. ask is nil where nothing is read beside it.
type part[T any] struct {
	write write[T]
	ask   ask[T]
}

// work is the writing of one answer.
type work struct {
	ctx context.Context
	err error
	last
	span
}

// fail gives the answer to gqlgen, which tells what is wrong, and where.
func (w *work) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// planner turns selections into plans.
type planner struct {
	op    *graphql.OperationContext
	bytes int // that the plan takes
	reads
}

// step is one field of an object.
type step[T any] struct {
	key   string // "alias": with a comma before it, but for the first
	write write[T]
}

// plan is how the value of a field is written, with all that is read beside it.
type plan[T any] struct {
	part[T]
	reads
}

// kept is the plan for what is selected of a field, which the document keeps.
func (t *Type[T]) kept(op *graphql.OperationContext, f graphql.CollectedField) plan[T] {
	return keep(op, f, t.Name, func() (plan[T], int) {
		p := planner{op: op, reads: reads{known: t.known}}
		all := t.plan(&p, f.Selections)
		return plan[T]{all, p.reads}, p.bytes
	})
}

// plan is how an object is written; without a write if one of its fields is not known.
func (t *Type[T]) plan(p *planner, selected ast.SelectionSet) part[T] {
	collected := graphql.CollectFields(p.op, selected, append([]string{t.Name}, t.As...))
	steps := make([]step[T], 0, len(collected))
	taken := make(map[string]bool, len(collected))
	var asks []ask[T]
	for i := range collected {
		f := &collected[i]
		if taken[f.Alias] { // of an interface and of the type: the first one is written
			continue
		}
		taken[f.Alias] = true
		one := t.field(p, f)
		if one.write == nil {
			return part[T]{}
		}
		k := key(len(steps), f.Alias)
		p.bytes += stepBytes + len(k)
		steps = append(steps, step[T]{key: k, write: one.write})
		if one.ask != nil {
			asks = append(asks, one.ask)
		}
	}
	p.bytes += madeBytes
	return part[T]{object(steps), each(asks)}
}

func (t *Type[T]) field(p *planner, f *graphql.CollectedField) part[T] {
	if f.Name == "__typename" {
		name := `"` + t.Name + `"`
		return part[T]{write: func(b []byte, _ *T, _ *work) []byte { return append(b, name...) }}
	}
	if known, ok := t.Fields[f.Name]; ok && len(f.Deferrables) == 0 {
		return known(p, f)
	}
	return part[T]{}
}

func key(i int, alias string) string {
	k := `"` + alias + `":` // a GraphQL name needs no escapes
	if i > 0 {
		k = "," + k
	}
	return k
}

func object[T any](steps []step[T]) write[T] {
	return func(b []byte, v *T, w *work) []byte {
		b = append(b, '{')
		for i := range steps {
			b = append(b, steps[i].key...)
			b = steps[i].write(b, v, w)
		}
		return append(b, '}')
	}
}

// Table are the name of the type, the fields that are written here, and those that are left to gqlgen.
func (t *Type[T]) Table() (name string, written, rest []string) {
	return t.Name, slices.Sorted(maps.Keys(t.Fields)), t.Rest
}
