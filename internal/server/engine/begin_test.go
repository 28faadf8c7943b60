package engine

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

type uncounted struct{}

func (uncounted) Refused(string) {}

func newEngine(l limits.Limits) *Engine {
	l = l.WithDefaults()
	free, log := quota.New(quota.Config{}, time.Now), slog.New(slog.DiscardHandler)
	return New(Config{
		Schema: graph.NewExecutableSchema(graph.Config{}), Limits: l, Trust: admission.TrustOff, Presenter: present.Presenter{Log: log}, Log: log, Clock: time.Now,
		Budget: budget.New(budget.Config{Quota: free, Refusals: free, Limits: l, Metrics: uncounted{}, Clock: time.Now}),
	})
}

// TestPanicWhileASubscriptionIsKeptIsAnError: also before its resolver runs, and nothing is kept.
func TestPanicWhileASubscriptionIsKeptIsAnError(t *testing.T) {
	e := newEngine(limits.Limits{})
	nobody := &ast.FragmentSpread{Name: "nobody"} // what validation lets nobody send
	op := &ast.OperationDefinition{Operation: ast.Subscription, SelectionSet: ast.SelectionSet{nobody}}
	s, err := e.Begin(t.Context(), &graphql.OperationContext{Operation: op})
	if s != nil || err == nil {
		t.Errorf("%v, %v", s, err)
	}
	if n := len(e.questions.kept); n != 0 {
		t.Errorf("%d questions are kept", n)
	}
}

// TestSubscriptionThatIsNotKeptLeavesNothing: a subject that is full keeps no question either.
func TestSubscriptionThatIsNotKeptLeavesNothing(t *testing.T) {
	e := newEngine(limits.Limits{KeptKiB: 1})
	long := "subscription {" + strings.Repeat(" eliminacion", 100) + " }"
	s, err := e.Begin(t.Context(), &graphql.OperationContext{RawQuery: long, Operation: &ast.OperationDefinition{Operation: ast.Subscription}})
	if s != nil || fault.CodeOf(err) != fault.RateLimited {
		t.Errorf("%v, %v", s, err)
	}
	if n := len(e.questions.kept); n != 0 {
		t.Errorf("%d questions are kept", n)
	}
}
