package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql/executor"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// verdict is what one of the two says of an operation.
type verdict struct {
	Stage   string `json:"stage"` // valid, or where it was refused
	Message string `json:"message"`
}

func (v verdict) valid() bool { return v.Stage == "valid" }

// TestGraphQLJSAgrees: this server and graphql-js refuse the same operations before
// anything runs: those that once differed, and made-up ones. CARPETA_DIFFERENTIAL says how many, and
// CARPETA_SEED from which number they are made.
func TestGraphQLJSAgrees(t *testing.T) {
	t.Parallel()
	node := nodeProject(t, "differential")
	schema := graph.NewExecutableSchema(graph.Config{})
	operations := corpus(t)
	e := newEdges(uint64(setting(t, "CARPETA_SEED", 1)), schema.Schema())
	for range setting(t, "CARPETA_DIFFERENTIAL", 3000) {
		operations = append(operations, e.next())
	}
	theirs := judged(t, node, operations)
	gate := newJudge()
	counts := map[string]int{}
	differ := 0
	for i, o := range operations {
		ours := gate.judge(t, o)
		why := ""
		if ours.valid() != theirs[i].valid() {
			if why = permitted(o, ours, theirs[i]); why == "" {
				differ++
				if differ <= 20 {
					t.Errorf("operation %d:\n%s\n%s %s\nhere: %s: %s\ngraphql-js: %s: %s", i, o.Query, o.Variables, o.OperationName, ours.Stage, ours.Message, theirs[i].Stage, theirs[i].Message)
				}
			}
		}
		counts[fmt.Sprintf("%s %s", theirs[i].Stage, why)]++
	}
	t.Logf("%d operations, %d differ; graphql-js: %v", len(operations), differ, counts)
	for _, stage := range []string{"valid ", "validation ", "variables ", "parse "} {
		if counts[stage] < len(operations)/100 {
			t.Errorf("the generator is worth little: %d of %d operations are %s", counts[stage], len(operations), stage)
		}
	}
}

func setting(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text, is := os.LookupEnv(name)
	if !is {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	must(t, err)
	return n
}

// corpus are operations that the two once judged differently.
func corpus(t *testing.T) (all []asked) {
	t.Helper()
	text, err := os.ReadFile("differential/corpus.jsonl")
	must(t, err)
	for line := range bytes.Lines(text) {
		var o asked
		must(t, json.Unmarshal(line, &o))
		all = append(all, o)
	}
	return all
}

// judged asks graphql-js.
func judged(t *testing.T, node func(...string) string, operations []asked) []verdict {
	t.Helper()
	schema, err := filepath.Abs("../docs/schema.graphql")
	must(t, err)
	var lines bytes.Buffer
	to := json.NewEncoder(&lines)
	for _, o := range operations {
		must(t, to.Encode(o))
	}
	dir := t.TempDir()
	asks, answers := filepath.Join(dir, "operations"), filepath.Join(dir, "verdicts")
	must(t, os.WriteFile(asks, lines.Bytes(), 0o600))
	if said := node("judge.mjs", schema, asks, answers); said != "" {
		t.Log(said)
	}
	text, err := os.ReadFile(answers)
	must(t, err)
	all := make([]verdict, 0, len(operations))
	for line := range bytes.Lines(text) {
		var v verdict
		must(t, json.Unmarshal(line, &v))
		all = append(all, v)
	}
	if len(all) != len(operations) {
		t.Fatalf("%d verdicts of %d operations", len(all), len(operations))
	}
	return all
}

// gate is this server's way in: nothing behind it.
type gate struct{ *admission.Gate }

type uncounted struct{}

func (uncounted) Refused(string) {}

// newJudge has the limits that no document of the test passes.
func newJudge() gate {
	schema := graph.NewExecutableSchema(graph.Config{})
	free := quota.New(quota.Config{}, time.Now)
	l := limits.Limits{Tokens: 1 << 20, Nodes: 1 << 20, Repeats: 1000, Fragments: 1000, Depth: 100, Aliases: 1000, Directives: 1000, Cost: 1 << 30}.WithDefaults()
	return gate{admission.New(admission.Config{
		Executor: executor.New(schema), Schema: schema.Schema(), Scalars: graph.Scalars(), Limits: l, Introspection: true, Trust: admission.TrustOff, CheckMutations: caller.Verifier{}.CheckMutations,
		Log: slog.New(slog.DiscardHandler), Budget: budget.New(budget.Config{Quota: free, Refusals: free, Limits: l, Metrics: uncounted{}, Clock: time.Now}),
	})}
}

func (g gate) judge(t *testing.T, o asked) verdict {
	t.Helper()
	body, err := json.Marshal(o)
	must(t, err)
	ctx := auth.WithPrincipal(context.Background(), auth.Principal{Sub: "ana"}) // of nobody nothing long is read
	params, wrong := g.Decode(ctx, body)
	if wrong != nil {
		return verdict{"request", wrong.Mensaje}
	}
	_, errs := g.Prepare(ctx, params)
	if len(errs) == 0 {
		return verdict{Stage: "valid"}
	}
	shown := present.Presenter{Log: slog.New(slog.DiscardHandler)}.PresentAll(ctx, errs, 5)
	return verdict{present.CodeOf(shown), shown[0].Message}
}
