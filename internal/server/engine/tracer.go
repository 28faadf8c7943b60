package engine

import (
	"context"
	"time"
)

// Tracer makes spans. All methods may be called at any time.
type Tracer interface {
	// Operation begins the span of an operation of a kind: query, mutation, or subscription while that begins. end is called once, with OK or the code of
	// the first error.
	Operation(ctx context.Context, kind string) (_ context.Context, end func(code string))
	// Field begins the span of a root field's resolver; end is called once.
	Field(ctx context.Context, name string) (_ context.Context, end func())
	// Told makes the span of an answer to an event of a subscription. traceparent is the trace that the event belongs
	// to, or "".
	Told(traceparent string, since time.Time)
}
