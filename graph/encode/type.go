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
}

// write appends the JSON of a value's field, or of the value.
type write[T any] func(b []byte, v *T, w *work) []byte

// work is the writing of one answer.
type work struct {
	ctx    context.Context
	err    error
	row    any // the last row whose detail was read
	detail any
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
}

// step is one field of an object.
type step[T any] struct {
	key   string // "alias": with a comma before it, but for the first
	write write[T]
}

// kept is the plan for what is selected of a field, which the document keeps.
func (t *Type[T]) kept(op *graphql.OperationContext, f graphql.CollectedField) write[T] {
	return keep(op, f, t.Name, func() (write[T], int) {
		p := planner{op: op}
		w := t.plan(&p, f.Selections)
		return w, p.bytes
	})
}

// plan is how an object is written; nil if one of its fields is not known.
func (t *Type[T]) plan(p *planner, selected ast.SelectionSet) write[T] {
	collected := graphql.CollectFields(p.op, selected, append([]string{t.Name}, t.As...))
	steps := make([]step[T], 0, len(collected))
	taken := make(map[string]bool, len(collected))
	for i := range collected {
		f := &collected[i]
		if taken[f.Alias] { // of an interface and of the type: the first one is written
			continue
		}
		taken[f.Alias] = true
		w := t.field(p, f)
		if w == nil {
			return nil
		}
		k := key(len(steps), f.Alias)
		p.bytes += stepBytes + len(k)
		steps = append(steps, step[T]{key: k, write: w})
	}
	p.bytes += madeBytes
	return object(steps)
}

func (t *Type[T]) field(p *planner, f *graphql.CollectedField) write[T] {
	if f.Name == "__typename" {
		name := `"` + t.Name + `"`
		return func(b []byte, _ *T, _ *work) []byte { return append(b, name...) }
	}
	if known, ok := t.Fields[f.Name]; ok && len(f.Deferrables) == 0 {
		return known(p, f)
	}
	return nil
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

// Known are the name of the type, the fields that are written here, and those that are left to gqlgen.
func (t *Type[T]) Known() (name string, written, rest []string) {
	return t.Name, slices.Sorted(maps.Keys(t.Fields)), t.Rest
}
