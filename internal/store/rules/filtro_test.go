package rules

import (
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// TestEveryFilterFieldHasACondition: a field without a row in the table would be
// ignored, and one of an attribute that no index carries would match nothing.
func TestEveryFilterFieldHasACondition(t *testing.T) {
	var want []string
	for _, field := range reflect.VisibleFields(reflect.TypeFor[documento.Filtro]()) {
		want = append(want, field.Name)
	}
	var got []string
	for _, c := range conditions {
		got = append(got, c.field)
		if !slices.Contains(rowAttributes, c.attribute) {
			t.Errorf("documento.Filtro.%s: no index carries %s", c.field, c.attribute)
		}
	}
	got = append(got, conditionsHere...)
	slices.Sort(got)
	slices.Sort(want)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("fields of documento.Filtro with a condition differ (-want +got):\n%s", d)
	}
}
