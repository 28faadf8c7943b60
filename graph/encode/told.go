package encode

import (
	"context"
	"io"

	"github.com/99designs/gqlgen/graphql"
)

// Told is the answer of a subscription's field to the one event that stands in its channel; the channel itself if gqlgen
// has to write it, or if there is no event yet.
func (t *Type[T]) Told(ctx context.Context, events <-chan *T) any {
	select {
	case v := <-events:
		if a := t.answer(ctx, v); a != nil {
			return a.once(graphql.GetFieldContext(ctx).Field.Alias)
		}
		again := make(chan *T, 1)
		again <- v
		return (<-chan *T)(again)
	default:
		return events
	}
}

// once is what gqlgen makes of a channel: it is called for each event, and nil says that there is none.
func (a *answer) once(alias string) func(context.Context) graphql.Marshaler {
	return func(ctx context.Context) graphql.Marshaler {
		if a.b == nil || ctx.Err() != nil {
			return nil
		}
		return graphql.WriterFunc(func(w io.Writer) {
			_, _ = io.WriteString(w, "{"+key(0, alias))
			a.MarshalGQL(w)
			_, _ = io.WriteString(w, "}")
		})
	}
}
