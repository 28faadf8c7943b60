package admission_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/logs"
)

// world is a gate before the server's own schema: no HTTP, no stores, nothing runs.
type world struct {
	t    testing.TB
	gate *admission.Gate
	log  *logs.Log
}

type refusals map[string]int

func (r refusals) Refused(what string) { r[what]++ }

// newWorld makes a gate with these settings; budgets are without bounds.
func newWorld(t testing.TB, change ...func(*admission.Config)) *world {
	w := &world{t: t, log: &logs.Log{}}
	schema := graph.NewExecutableSchema(graph.Config{})
	cfg := admission.Config{
		Executor: executor.New(schema), Schema: schema.Schema(), Scalars: graph.Scalars(), Introspection: true, Trust: admission.TrustOff,
		CheckMutations: caller.Verifier{}.CheckMutations,
		Log:            slog.New(slog.NewJSONHandler(w.log, nil)),
	}
	for _, c := range change {
		c(&cfg)
	}
	cfg.Limits = cfg.Limits.WithDefaults()
	free := quota.New(quota.Config{}, time.Now)
	cfg.Budget = budget.New(budget.Config{Quota: free, Refusals: free, Limits: cfg.Limits, Metrics: refusals{}, Clock: time.Now})
	w.gate = admission.New(cfg)
	return w
}

// withLimits changes limits.
func withLimits(set func(*limits.Limits)) func(*admission.Config) {
	return func(c *admission.Config) { set(&c.Limits) }
}

// operation is the body of a request.
func operation(query string, variables map[string]any) string {
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		panic(err)
	}
	return string(body)
}

// post is the code that a body of a citizen's request gets: OK if it may run.
func (w *world) post(body string) string {
	w.t.Helper()
	return w.postAs(auth.WithPrincipal(w.t.Context(), auth.Principal{Sub: "ana"}), body)
}

func (w *world) postAs(ctx context.Context, body string) string {
	w.t.Helper()
	params, err := w.gate.Decode(ctx, []byte(body))
	if err != nil {
		return string(err.Code)
	}
	_, errs := w.prepare(ctx, params)
	return present.CodeOf(errs)
}

// query is the code that an operation gets.
func (w *world) query(query string, variables map[string]any) string {
	w.t.Helper()
	return w.post(operation(query, variables))
}

// prepare presents the errors, as the engine does.
func (w *world) prepare(ctx context.Context, params *graphql.RawParams) (*graphql.OperationContext, gqlerror.List) {
	opCtx, errs := w.gate.Prepare(ctx, params)
	return opCtx, present.Presenter{Log: slog.New(slog.NewTextHandler(w.log, nil))}.PresentAll(ctx, errs, 5)
}
