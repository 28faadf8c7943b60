package encode

import (
	"context"
	"io"
	"sync"

	"github.com/99designs/gqlgen/graphql"
)

// Around makes a middleware of fields: written is asked for the answer of each value that a resolver returned, and gives
// the value itself where gqlgen has to write it.
func Around(written func(ctx context.Context, v any) any) graphql.FieldMiddleware {
	return func(ctx context.Context, next graphql.Resolver) (any, error) {
		v, err := next(ctx)
		if err != nil {
			return v, err
		}
		return written(ctx, v), nil
	}
}

// Answer is the JSON of the field that is being resolved, whose value is v; v itself if gqlgen has to write it.
func (t *Type[T]) Answer(ctx context.Context, v *T) any {
	if v == nil {
		return v
	}
	if a := t.answer(ctx, v); a != nil {
		return a
	}
	return v
}

// answer is nil if gqlgen has to write it.
func (t *Type[T]) answer(ctx context.Context, v *T) *answer {
	p := t.kept(graphql.GetOperationContext(ctx), graphql.GetFieldContext(ctx).Field)
	if p.write == nil {
		return nil
	}
	w := work{ctx: ctx, span: span{room: roomOf(ctx)}}
	p.readAll(v, &w)
	b := buffers.Get().(*[]byte)
	*b = p.write((*b)[:0], v, &w)
	if w.settle(len(*b)); w.full {
		free(b)
		return &answer{new([]byte(null))}
	}
	if w.err != nil {
		free(b)
		return nil
	}
	return &answer{b}
}

// answer is written once, and then its buffer is another's.
type answer struct{ b *[]byte }

func (a *answer) MarshalGQL(w io.Writer) {
	_, _ = w.Write(*a.b)
	free(a.b)
	a.b = nil
}

// usual is as much as a page of 100 rows takes; larger buffers are not kept.
const usual = 64 << 10

var buffers = sync.Pool{New: func() any { b := make([]byte, 0, 4<<10); return &b }}

func free(b *[]byte) {
	if cap(*b) <= usual {
		buffers.Put(b)
	}
}
