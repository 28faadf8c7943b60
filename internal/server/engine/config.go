package engine

import (
	"context"
	"log/slog"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// Config holds the parts of an Engine. All but the manifest are required.
type Config struct {
	Schema  graphql.ExecutableSchema
	Scalars admission.Scalars
	// WithLoaders prepares the context of one response, or of one event of a subscription.
	WithLoaders func(context.Context) context.Context
	// Fields stands around the resolver of every field; nil: nothing does.
	Fields graphql.FieldMiddleware

	Limits        limits.Limits
	Budget        *budget.Budget
	Introspection bool // see admission.Config, as the next two
	Trust         admission.Trust
	Trusted       admission.Manifest

	Presenter present.Presenter
	Metrics   Metrics
	Log       *slog.Logger
	Clock     func() time.Time
}

// Metrics counts operations. All methods may be called at any time.
type Metrics interface {
	// ObserveRequest is called once per operation. kind is query, mutation,
	// subscription, or invalid for a request that never became one; code is OK or the code
	// of the first error. A subscription's duration is its whole life.
	ObserveRequest(kind, code string, d time.Duration)
	// SubscriptionsOpen moves the gauge up and down.
	SubscriptionsOpen(delta int)
}
