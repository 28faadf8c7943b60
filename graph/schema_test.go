package graph_test

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth/act"
)

var update = flag.Bool("update", false, "write docs/schema.graphql anew")

const golden = "../docs/schema.graphql"

// The whole schema is one file that reviewers see: a difference is a change of
// the API and needs a line in CHANGELOG.md.
func TestSchemaIsAsPublished(t *testing.T) {
	sameFile(t, golden, printed(t), "the API changed: run `go test ./graph -update`, look at the difference, and add a line to CHANGELOG.md")
}

// TestTheTrailsWordsAreInTheSchema: an event of a kind that the enumeration lacks could not be read.
func TestTheTrailsWordsAreInTheSchema(t *testing.T) {
	has(t, "TipoEventoAuditoria", auditoria.Tipos)
	has(t, "ServicioAuditoria", auditoria.Servicios)
	has(t, "ResultadoAuditoria", auditoria.Resultados)
	has(t, "GravedadAuditoria", auditoria.Gravedades)
}

func has[T ~string](t *testing.T, enum string, words []T) {
	t.Helper()
	values := schema().Types[enum].EnumValues
	for _, w := range words {
		if values.ForName(model.Word(w)) == nil {
			t.Errorf("%s lacks %s", enum, model.Word(w))
		}
	}
	if len(values) != len(words) {
		t.Errorf("%s has %d values for %d words", enum, len(values), len(words))
	}
}

func TestEverythingIsDescribed(t *testing.T) {
	for name, def := range schema().Types {
		if def.BuiltIn || strings.HasPrefix(name, "__") {
			continue
		}
		described(t, name, def.Description)
		for _, f := range def.Fields {
			if strings.HasPrefix(f.Name, "__") {
				continue
			}
			described(t, name+"."+f.Name, f.Description)
			for _, a := range f.Arguments {
				described(t, name+"."+f.Name+"("+a.Name+")", a.Description)
			}
		}
		for _, v := range def.EnumValues {
			described(t, name+"."+v.Name, v.Description)
		}
	}
}

func described(t *testing.T, what, description string) {
	t.Helper()
	if strings.TrimSpace(description) == "" {
		t.Errorf("%s has no description", what)
	}
}

// TestEveryFieldOfASubscriptionSaysWhatItsValueComesFrom: callers that watch the same
// event with the same document share one answer, so a field that forgets to say that
// its value is the caller's would show one caller's value to another.
func TestEveryFieldOfASubscriptionSaysWhatItsValueComesFrom(t *testing.T) {
	s := schema()
	seen := map[string]bool{}
	var visit func(*ast.Definition)
	visit = func(def *ast.Definition) {
		if seen[def.Name] || def.Kind != ast.Object {
			return
		}
		seen[def.Name] = true
		for _, f := range def.Fields {
			if !declares(f.Directives) && !declares(def.Directives) {
				t.Errorf("%s.%s is declared neither @ofEvent nor @ofCaller", def.Name, f.Name)
			}
			visit(s.Types[f.Type.Name()])
		}
	}
	for _, root := range s.Subscription.Fields {
		visit(s.Types[root.Type.Name()])
	}
	if !seen["Eliminacion"] {
		t.Error("no subscription leads to Eliminacion")
	}
}

// TestIDIsOfANode: a cache keeps what has an id under it, and asks node for it again.
func TestIDIsOfANode(t *testing.T) {
	for name, def := range schema().Types {
		if f := def.Fields.ForName("id"); f != nil && def.Kind == ast.Object && !slices.Contains(def.Interfaces, "Node") {
			t.Errorf("%s has an id, and is no Node", name)
		}
	}
}

// TestEveryConnectionGoesBothWays, as the Relay specification asks.
func TestEveryConnectionGoesBothWays(t *testing.T) {
	for name, def := range schema().Types {
		for _, f := range def.Fields {
			if !strings.HasSuffix(f.Type.Name(), "Connection") {
				continue
			}
			for arg, typed := range map[string]string{"first": "Int", "after": "String", "last": "Int", "before": "String"} {
				if a := f.Arguments.ForName(arg); a == nil || a.Type.String() != typed {
					t.Errorf("%s.%s has no %s: %s", name, f.Name, arg, typed)
				}
			}
		}
	}
}

func declares(list ast.DirectiveList) bool {
	return (list.ForName("ofEvent") != nil) != (list.ForName("ofCaller") != nil)
}

func schema() *ast.Schema { return graph.NewExecutableSchema(graph.Config{}).Schema() }

// A scalar without a reader would let any value pass until something uses it.
func TestEveryScalarIsRead(t *testing.T) {
	readers := graph.Scalars()
	for name, def := range schema().Types {
		if def.Kind == ast.Scalar && !def.BuiltIn && readers[name] == nil {
			t.Errorf("scalar %s has no reader in graph/scalars.go", name)
		}
		delete(readers, name)
	}
	for name := range readers {
		t.Errorf("scalar %s has a reader, and is not in the schema", name)
	}
}

// TestEachMutationHasItsRow: whoever adds a mutation decides whether it needs a fresh sign-in, and a part of the day's budget.
func TestEachMutationHasItsRow(t *testing.T) {
	for _, f := range schema().Mutation.Fields {
		if _, known := act.TakesChange(f.Name); !known {
			t.Errorf("internal/auth/act/act.go has no row of %s", f.Name)
		}
	}
}
