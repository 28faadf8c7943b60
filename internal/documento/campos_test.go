package documento_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// TestEveryFieldHasARow: a field of a document without a row in the table would be kept by no store. Its key stands in
// the keys of the stores.
func TestEveryFieldHasARow(t *testing.T) {
	d := documento.Documento{Fila: documento.Fila{CarpetaID: "x", DocumentoID: "x"}}
	names := map[string]bool{}
	for _, f := range documento.Campos {
		if names[f.Name] {
			t.Errorf("two rows of internal/documento/campos.go are called %s", f.Name)
		}
		names[f.Name] = true
		switch {
		case f.Text != nil:
			*f.Text(&d) += "x"
		case f.Number != nil:
			*f.Number(&d)++
		case f.Truth != nil:
			*f.Truth(&d) = true
		case f.Time != nil:
			*f.Time(&d) = time.Unix(1, 0)
		default:
			t.Errorf("%s is in no place", f.Name)
		}
	}
	requireSet(t, "documento.Documento", reflect.ValueOf(d))
}

// requireSet wants every member of a value to be set.
func requireSet(t *testing.T, name string, v reflect.Value) {
	t.Helper()
	if v.Kind() == reflect.Struct && v.Type() != reflect.TypeFor[time.Time]() {
		for i := range v.NumField() {
			requireSet(t, name+"."+v.Type().Field(i).Name, v.Field(i))
		}
		return
	}
	if v.IsZero() {
		t.Errorf("%s has no row in internal/documento/campos.go: no store would keep it", name)
	}
}
