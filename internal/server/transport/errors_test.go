package transport_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// TestPresenter has one row per code of the table, however deep the error is wrapped.
func TestPresenter(t *testing.T) {
	var next error
	b := start(t, miCarpeta(func(context.Context) error { return next }))
	for code, info := range fault.Table {
		t.Run(string(code), func(t *testing.T) {
			next = fmt.Errorf("capa: %w", fault.New(code, "Mensaje para la gente.").Because(errors.New(secret)).
				WithCampo("titulo", "Falta.").WithRecuperacion("Haga otra cosa."))
			a := b.do(request{body: operation("{ miCarpeta { id } }", nil), header: map[string]string{"Content-Type": "application/json", "X-Request-Id": "pedido-1"}})
			if a.status != 200 || len(a.Errors) != 1 {
				t.Fatal(a.status, a.body)
			}
			e := a.Errors[0]
			for name, want := range map[string]any{
				"code": string(code), "type": "urn:carpeta-ciudadana:error:" + string(code), "title": info.Title,
				"detail": nil, "instance": "urn:request:pedido-1", "recuperacion": "Haga otra cosa.",
				"campos": []any{map[string]any{"campo": "titulo", "mensaje": "Falta."}},
			} {
				if fmt.Sprint(e.Extensions[name]) != fmt.Sprint(want) {
					t.Errorf("%s is %v, want %v", name, e.Extensions[name], want)
				}
			}
			if e.Message != "Mensaje para la gente." || fmt.Sprint(e.Path) != "[miCarpeta]" || strings.Contains(a.body, secret) {
				t.Error(a.body)
			}
			if logged := strings.Contains(b.log.String(), secret); logged != (code == fault.Internal) {
				t.Errorf("cause logged: %v", logged)
			}
			b.log.Reset()
		})
	}
}

// TestUnknownError is everything that is not a fault.
func TestUnknownError(t *testing.T) {
	for name, c := range map[string]struct {
		do     func(context.Context) error
		code   string
		logged string
	}{
		"any error": {func(context.Context) error { return errors.New(secret) }, "INTERNAL", secret},
		"panic":     {func(context.Context) error { panic(secret) }, "INTERNAL", "override_test.go"},
		"deadline":  {func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, "UNAVAILABLE", ""},
		"cancelled": {func(context.Context) error { return context.Canceled }, "UNAVAILABLE", ""},
	} {
		t.Run(name, func(t *testing.T) {
			b := start(t, miCarpeta(c.do), withLimits(func(l *limits.Limits) {
				if name == "deadline" { // a busy machine would miss it in the others
					l.Request = 50 * time.Millisecond
				}
			}))
			a := b.do(request{body: operation("{ miCarpeta { id } }", nil), header: map[string]string{"Content-Type": "application/json", "X-Request-Id": "pedido-2"}})
			if a.code() != c.code || strings.Contains(a.body, secret) {
				t.Fatal(a.status, a.body)
			}
			if log := b.log.String(); c.logged != "" && (!strings.Contains(log, c.logged) || !strings.Contains(log, "pedido-2")) {
				t.Error(log)
			}
			if strings.Count(b.log.String(), `"level":"ERROR"`) > 1 {
				t.Error("logged twice: " + b.log.String())
			}
		})
	}
}

func TestAtMostFiveErrors(t *testing.T) {
	b := start(t)
	var fields strings.Builder
	for i := range 40 {
		fmt.Fprintf(&fields, " nada%d", i)
	}
	if a := b.query("{"+fields.String()+" }", nil); len(a.Errors) != 5 {
		t.Fatal(a.body)
	}
}

// TestSuggestionsOnlyWithIntrospection: no rule tells names of a schema that
// introspection hides.
func TestSuggestionsOnlyWithIntrospection(t *testing.T) {
	for _, introspection := range []bool{true, false} {
		b := start(t, func(c *transport.Config) { c.Introspection = introspection })
		for near, hidden := range map[string]string{
			`{ miCarpeta { carpetaI } }`:                                                                                "carpetaId",
			`{ miCarpeta { documentos(firs: 1) { nodes { id } } } }`:                                                    "first",
			`{ miCarpeta { documentos(orden: {campo: TITUL}) { nodes { id } } } }`:                                      "TITULO",
			`{ miCarpeta { documentos(orden: {camp: TITULO}) { nodes { id } } } }`:                                      "campo",
			`query($o: OrdenDocumento) { miCarpeta { documentos(orden: $o) { nodes { id } } } }`:                        "OrdenDocumentos",
			`{ node(id: "x") { ... on Carpet { id } } }`:                                                                "Carpeta",
			`mutation { deleteDocument(input: {documentoId: "x"}) { errores { ... on ErrorDeUsuario { codigo } } } }`:   "deleteDocumento",
			`mutation { deleteDocumento(input: {documentoI: "x"}) { errores { ... on ErrorDeUsuario { codigo } } } }`:   "",
			`mutation { deleteDocumento(input: {documentoId: "x"}) { errores } }`:                                       "",
			`query($o: CampoOrdenDocumentos = TITUL) { miCarpeta { documentos(orden: {campo: $o}) { nodes { id } } } }`: "TITULO",
		} {
			a := b.query(near, nil)
			if a.code() != "GRAPHQL_VALIDATION_FAILED" {
				t.Errorf("%s: %s", near, a.body)
			}
			if !introspection && (strings.Contains(a.body, "Did you mean") || hidden != "" && containsWord(a.Errors[0].Message, hidden)) {
				t.Errorf("tells %q: %s", hidden, a.body)
			}
		}
		if a := b.query(`{ miCarpeta { carpetaI } }`, nil); strings.Contains(a.body, "Did you mean") != introspection {
			t.Errorf("introspection %v: %s", introspection, a.body)
		}
		for _, ask := range []string{
			`{ __schema { queryType { name } } }`, `{ __type(name: "Query") { name } }`,
			`query($on: Boolean = true) { ... on Query @include(if: $on) { a: __schema { types { name } } } }`, `{ ...F } fragment F on Query { __type(name: "Query") { name } }`,
		} {
			want := ""
			if !introspection {
				want = "GRAPHQL_VALIDATION_FAILED"
			}
			if a := b.query(ask, nil); a.code() != want {
				t.Errorf("introspection %v: %s: %s", introspection, ask, a.body)
			}
		}
		if a := b.query(`{ __typename miCarpeta { __typename } }`, nil); a.code() != "" {
			t.Errorf("__typename is no introspection: %s", a.body)
		}
		if log := b.log.String(); strings.Contains(log, `"level":"ERROR"`) {
			t.Error("a client's wish is no failure of the server:", log)
		}
	}
}

func containsWord(text, word string) bool {
	return slices.Contains(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), word)
}
