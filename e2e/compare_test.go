package e2e_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// same compares what a test looks at, and says which of it is otherwise.
func same[T any](t testing.TB, what string, want, got T) bool {
	t.Helper()
	d := cmp.Diff(want, got, cmpopts.EquateEmpty())
	if d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
	return d == ""
}

// mustSame is same for what the rest of a test stands on.
func mustSame[T any](t testing.TB, what string, want, got T) {
	t.Helper()
	if !same(t, what, want, got) {
		t.FailNow()
	}
}

// setFields is same for the fields of a struct that want sets; the others may be anything.
func setFields[T any](t testing.TB, what string, want, got T) bool {
	t.Helper()
	w, g := reflect.ValueOf(want), reflect.ValueOf(&got).Elem()
	for i := range w.NumField() {
		if w.Field(i).IsZero() {
			g.Field(i).SetZero()
		}
	}
	return same(t, what, want, got)
}

// mustSetFields is setFields for what the rest of a test stands on.
func mustSetFields[T any](t testing.TB, what string, want, got T) {
	t.Helper()
	if !setFields(t, what, want, got) {
		t.FailNow()
	}
}

// refusal is a payload that says why nothing was done.
type refusal struct {
	Answered  bool // there is what was asked for
	Typenames []string
}

// requireRefused: nothing but one user error, of that type.
func requireRefused(t testing.TB, what string, answered bool, refusals []userError, typeName string) {
	t.Helper()
	var names []string
	for _, e := range refusals {
		names = append(names, e.Typename)
	}
	same(t, what, refusal{Typenames: []string{typeName}}, refusal{answered, names})
}

// says: a command ended with that exit code, and one of its outputs holds the text.
func says(t testing.TB, what string, r serverkit.Output, code int, output, text string) {
	t.Helper()
	if !same(t, what+": exit code", code, r.Code) || !strings.Contains(output, text) {
		t.Errorf("%s: no %q:\n%s%s", what, text, r.Out, r.Err)
	}
}
