package fault_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var update = flag.Bool("update", false, "write the table in docs/errores.md")

// TestErrorReference: docs/errores.md has a line for every code, and they agree.
func TestErrorReference(t *testing.T) {
	const file, begin, end = "../../../docs/errores.md", "<!-- codes -->\n", "<!-- /codes -->"
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(raw), begin)
	table, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has lost its markers", file)
	}
	if *update {
		if err := os.WriteFile(file, []byte(before+begin+reference()+end+after), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if table != reference() {
		t.Errorf("%s differs from the code table: go test ./internal/ground/fault -update", file)
	}
}

// reference is the table as the page shows it.
func reference() string {
	var b strings.Builder
	b.WriteString("| code | status | retry | meaning | mensaje |\n| --- | --- | --- | --- | --- |\n")
	for _, code := range slices.Sorted(maps.Keys(fault.Table)) {
		i, retry := code.Info(), "no"
		if i.Retry {
			retry = "yes"
		}
		fmt.Fprintf(&b, "| `%s` | %d | %s | %s | %s |\n", code, i.Status, retry, i.Meaning, i.Mensaje)
	}
	return b.String()
}

func TestEveryCodeIsWhole(t *testing.T) {
	for code, i := range fault.Table {
		for what, good := range map[string]bool{
			"title": i.Title != "", "meaning": i.Meaning != "",
			"sentence in Spanish": strings.HasSuffix(i.Mensaje, "."), "sentence in English": strings.HasSuffix(i.Message, "."),
			"status of a failure": i.Status >= 400 && i.Status <= 599,
		} {
			if !good {
				t.Errorf("%s has no %s: %+v", code, what, i)
			}
		}
		if fault.Transient(fault.Wrap(code, nil)) && !i.Retry {
			t.Errorf("%s: a consumer tries again what a client is told not to", code)
		}
	}
}

// TestARefusalIsACaseOfAGeneralCode: so that a consumer treats it as before, and a payload finds its type.
func TestARefusalIsACaseOfAGeneralCode(t *testing.T) {
	for code, i := range fault.Table {
		family := code.Family()
		if of := family.Info(); i.Status != of.Status || i.Retry != of.Retry || family.Family() != family {
			t.Errorf("%s (%d, retry %t) is no case of %s (%d, retry %t)", code, i.Status, i.Retry, family, of.Status, of.Retry)
		}
		if err := fault.Plain(code); !errors.Is(err, family) || !errors.Is(err, code) || errors.Is(err, fault.Internal) != (code == fault.Internal) {
			t.Errorf("errors.Is does not find %s and %s", code, family)
		}
	}
	for code, want := range map[fault.Code]bool{
		fault.NotFound: true, fault.BadUserInput: true, fault.QuotaExceeded: true, fault.VentanaClosed: true, fault.FileMissing: true,
		fault.NotAllowed: false, fault.SinCarpeta: false, fault.Forbidden: false, fault.Unavailable: false,
	} {
		if code.OfPayload() != want {
			t.Errorf("%s in a payload: %t", code, !want)
		}
	}
}

func TestCodeOf(t *testing.T) {
	plain := errors.New("plain")
	cases := map[string]struct {
		err  error
		want fault.Code
	}{
		"nil":      {nil, ""},
		"own":      {fault.New(fault.NotFound, "x"), fault.NotFound},
		"wrapped":  {fmt.Errorf("a: %w", fault.New(fault.Conflict, "x")), fault.Conflict},
		"joined":   {errors.Join(plain, fault.New(fault.NotAllowed, "x")), fault.NotAllowed},
		"deadline": {context.DeadlineExceeded, fault.Unavailable},
		"unknown":  {plain, fault.Internal},
	}
	for name, tc := range cases {
		if got := fault.CodeOf(tc.err); got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}

func TestCauseIsKeptAndNotShown(t *testing.T) {
	cause := errors.New("password of the database")
	err := fault.Wrap(fault.Unavailable, cause)
	for what, seen := range map[error]bool{cause: true, fault.Unavailable: true, fault.NotFound: false} {
		if errors.Is(err, what) != seen {
			t.Errorf("errors.Is sees %v: %t, want %t", what, !seen, seen)
		}
	}
	if strings.Contains(err.Mensaje, "password") {
		t.Error("the public message shows the cause")
	}
}

func TestWithMethodsCopy(t *testing.T) {
	base := fault.New(fault.BadUserInput, "x")
	one, dos := base.WithCampo("a", "1"), base.WithCampo("b", "2").WithRecuperacion("r")
	if diff := cmp.Diff([]int{0, 1, 1}, []int{len(base.Campos), len(one.Campos), len(dos.Campos)}); diff != "" {
		t.Errorf("campos of the base and of both copies (-want +got):\n%s", diff)
	}
	if base.Recuperacion != "" {
		t.Errorf("the base took a copy's recuperacion %q", base.Recuperacion)
	}
}
