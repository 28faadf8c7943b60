package engine

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

type panicking struct{ graphql.ExecutableSchema }

func (panicking) Exec(context.Context) graphql.ResponseHandler {
	return func(context.Context) *graphql.Response { panic("outside of every resolver") }
}

// TestPanicGivesBackWhatARequestHeld: its place, and the room for its answer.
func TestPanicGivesBackWhatARequestHeld(t *testing.T) {
	l := limits.Limits{}.WithDefaults()
	log := slog.New(slog.DiscardHandler)
	one, free := quota.New(quota.Config{AtOnce: 1}, time.Now), quota.New(quota.Config{}, time.Now)
	e := New(Config{
		Schema: panicking{graph.NewExecutableSchema(graph.Config{})}, Limits: l, Trust: admission.TrustOff, Presenter: present.Presenter{Log: log}, Log: log, Clock: time.Now,
		WithLoaders: func(ctx context.Context) context.Context { return ctx },
		Budget:      budget.New(budget.Config{Quota: one, Refusals: free, Limits: l, Metrics: uncounted{}, Clock: time.Now}),
	})
	op := &graphql.OperationContext{Operation: &ast.OperationDefinition{Operation: ast.Query}}
	op.Stats.SetExtension("costo", quota.Status{Cost: 10_000})
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		_, _ = e.Respond(t.Context(), op)
	}()
	leave, busy := e.cfg.Budget.Enter(t.Context())
	if busy != nil {
		t.Fatal("the place is lost:", busy)
	}
	leave()
	out, full := e.cfg.Budget.Answer(t.Context(), l.AnswersKiB<<10)
	if full != nil {
		t.Fatal("the room is lost:", full)
	}
	out.Release()
}
