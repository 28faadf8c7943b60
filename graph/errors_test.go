package graph_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// TestTheEnumHasEveryCodeOfAPayload: a code outside the enum could not be sent.
func TestTheEnumHasEveryCodeOfAPayload(t *testing.T) {
	var want, got []string
	for code := range fault.Table {
		if code.OfPayload() {
			want = append(want, string(code))
		}
	}
	for _, v := range schema().Types["CodigoDeError"].EnumValues {
		got = append(got, v.Name)
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("CodigoDeError (-codes +enum):\n%s", diff)
	}
}

// TestEachPayloadHasItsUnion: of errors that each implement ErrorDeUsuario. docs/errores.md lists them.
func TestEachPayloadHasItsUnion(t *testing.T) {
	const file, begin, end = "../docs/errores.md", "<!-- payloads -->\n", "<!-- /payloads -->"
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(raw), begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has lost its markers", file)
	}
	want := payloads(t, schema())
	sameFile(t, file, []byte(before+begin+want+end+after), "run `go test ./graph -update`")
}

func payloads(t *testing.T, s *ast.Schema) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("| mutation | its `errores` can be |\n| --- | --- |\n")
	for _, f := range s.Mutation.Fields {
		errores := s.Types[f.Type.Name()].Fields.ForName("errores")
		if errores == nil || s.Types[errores.Type.Name()].Kind != ast.Union {
			t.Errorf("%s: the payload has no union of errors", f.Name)
			continue
		}
		members := s.Types[errores.Type.Name()].Types
		for _, m := range members {
			if !slices.Contains(s.Types[m].Interfaces, "ErrorDeUsuario") {
				t.Errorf("%s of %s is no ErrorDeUsuario", m, f.Name)
			}
		}
		fmt.Fprintf(&b, "| `%s` | `%s` |\n", f.Name, strings.Join(members, "`, `"))
	}
	return b.String()
}

// TestEveryScalarNamesItsSpecification: of this API; GraphQL specifies its own.
func TestEveryScalarNamesItsSpecification(t *testing.T) {
	for name, def := range schema().Types {
		if def.Kind == ast.Scalar && !def.BuiltIn && def.Directives.ForName("specifiedBy") == nil {
			t.Errorf("scalar %s has no @specifiedBy", name)
		}
	}
}
