package act_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth/act"
)

// TestOf: several deletions in one operation are one act, however they are written, and so is one that nobody can undo.
func TestOf(t *testing.T) {
	const day, second = 24 * time.Hour, time.Second
	of := func(name string, ventana time.Duration) act.Mutation {
		return act.Mutation{Name: name, Ventana: ventana}
	}
	for _, c := range []struct {
		mutations []act.Mutation
		want      []act.Act
	}{
		{[]act.Mutation{of("deleteDocumento", day), of("rechazarEliminacion", 0)}, nil},
		{[]act.Mutation{of("deleteDocumento", day), of("deleteDocumento", day)}, []act.Act{act.EliminarVarios}},
		{[]act.Mutation{of("deleteDocumento", 0)}, []act.Act{act.EliminarVarios}},
		{[]act.Mutation{of("deleteDocumento", second)}, []act.Act{act.EliminarVarios}},
		{[]act.Mutation{of("cancelarEliminacion", 0), of("aprobarEliminacion", 0), of("confirmarEntrega", 0)}, []act.Act{act.Aprobar, act.Entregar}},
		{[]act.Mutation{of("levantarEmbargo", 0), of("eliminarDocumentos", day)}, []act.Act{act.Embargar, act.EliminarVarios}},
		{[]act.Mutation{of("revocarEntrega", 0), of("revocarLlave", 0), of("crearCodigo", 0)}, []act.Act{act.Revocar, act.RevocarLlave, act.Mostrar}},
	} {
		if got := act.Of(c.mutations); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.mutations, got, c.want)
		}
	}
}

// TestTheManualHasTheActs: each act has its row there, with its mutations.
func TestTheManualHasTheActs(t *testing.T) {
	manual, err := os.ReadFile("../../../docs/operacion.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range act.All {
		_, row, ok := strings.Cut(string(manual), "\n| `"+string(a)+"` |")
		row, _, _ = strings.Cut(row, "\n")
		if !ok {
			t.Errorf("docs/operacion.md has no row of %s", a)
		}
		for _, m := range a.Mutations() {
			if !strings.Contains(row, "`"+m+"`") {
				t.Errorf("docs/operacion.md does not say that %s is %s", m, a)
			}
		}
	}
}
