package fault_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/fault"
)

func TestEveryCodeHasARowAndALineInTheDocs(t *testing.T) {
	docs, err := os.ReadFile("../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	for code, info := range fault.Table {
		t.Run(string(code), func(t *testing.T) {
			if info.Title == "" || !strings.HasSuffix(info.Mensaje, ".") || info.Status < 400 || info.Status > 599 {
				t.Errorf("incomplete row: %+v", info)
			}
			fila := fmt.Sprintf("| `%s` | %d |", code, info.Status)
			if !strings.Contains(string(docs), fila) {
				t.Errorf("docs/api.md has no line %q", fila)
			}
			if fault.Transient(fault.Wrap(code, nil)) && !info.Retry {
				t.Error("a consumer tries again what a client is told not to")
			}
		})
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
	if !errors.Is(err, cause) || !errors.Is(err, fault.Unavailable) || errors.Is(err, fault.NotFound) {
		t.Error("errors.Is does not see the cause and the code")
	}
	if strings.Contains(err.Mensaje, "password") {
		t.Error("the public message shows the cause")
	}
}

func TestWithMethodsCopy(t *testing.T) {
	base := fault.New(fault.BadUserInput, "x")
	uno, dos := base.ConCampo("a", "1"), base.ConCampo("b", "2").ConRecuperacion("r")
	if len(base.Campos) != 0 || len(uno.Campos) != 1 || len(dos.Campos) != 1 || base.Recuperacion != "" {
		t.Errorf("%+v %+v %+v", base, uno, dos)
	}
}

func TestLateKeepsTheFirstError(t *testing.T) {
	ctx, late := fault.WithLate(t.Context())
	first := errors.New("first")
	fault.EndWith(ctx, first)
	fault.EndWith(ctx, errors.New("second"))
	fault.EndWith(context.Background(), errors.New("nobody listens"))
	if !errors.Is(late.Err(), first) {
		t.Error(late.Err())
	}
}
