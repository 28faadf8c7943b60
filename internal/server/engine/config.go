package engine

import (
	"context"
	"log/slog"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/auth/act"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// Config holds the parts of an Engine. All but the manifest are required.
type Config struct {
	Schema  graphql.ExecutableSchema
	Scalars admission.Scalars
	// WithLoaders prepares the context of one response, or of one event of a subscription.
	WithLoaders func(context.Context) context.Context
	// Fields is middleware around the resolver of every field; nil: none.
	Fields graphql.FieldMiddleware

	Limits         limits.Limits
	Budget         *budget.Budget
	TellCost       bool // in every answer; otherwise in those that ask (caller.CostHeader)
	Introspection  bool // see admission.Config, as the next three
	Trust          admission.Trust
	Trusted        admission.Manifest
	CheckMutations func(ctx context.Context, mutations []act.Mutation) *fault.Error

	Presenter present.Presenter
	Metrics   Metrics
	Tracer    Tracer        // nil: nothing is traced
	Slow      time.Duration // operations that take longer are logged; 0: none are
	// Calls prepares a context that counts the calls of the store, for the log of slow operations; nil: they are not counted.
	Calls func(context.Context) (_ context.Context, calls func() int)
	Log   *slog.Logger
	Clock func() time.Time
}

// Metrics counts operations. All methods may be called at any time.
type Metrics interface {
	// ObserveRequest is called once per operation. kind is query, mutation,
	// subscription, or invalid for a request that never became one; asked is one of admission.AskedFor; code is OK or the code
	// of the first error. A subscription's duration is its whole life. traceID is "" unless the operation was traced.
	ObserveRequest(kind, asked, code string, d time.Duration, traceID string)
	// SubscriptionsOpen changes the number of open subscriptions.
	SubscriptionsOpen(delta int)
}

// Tracer makes spans. All methods may be called at any time.
type Tracer interface {
	// Operation begins the span of a query, a mutation, or the beginning of a subscription, of this document. end is called
	// once, with OK or the code of the first error.
	Operation(ctx context.Context, kind, document string) (_ context.Context, end func(code string))
	// Field begins the span of a root field's resolver; end is called once.
	Field(ctx context.Context, name string) (_ context.Context, end func())
	// Answered makes the span of an answer to an event of a subscription. traceparent is the trace of the event, or "".
	Answered(traceparent string, since time.Time)
}
