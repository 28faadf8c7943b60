package documento_test

import (
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

func TestBuscar(t *testing.T) {
	cases := []struct {
		sought, title, contexto string
		want                    bool
	}{
		{"acta", "Ácta de grado", "", true},
		{"ÁCT gra", "acta de Grado", "", true},
		{"cta", "Acta", "", false},
		{"acta superior", "Acta", "Educación superior", true},
		{"acta inferior", "Acta", "Educación superior", false},
		{"educacion", "", "EDUCACIÓN", true},
		{"nandu", "Ñandú", "", false},
		{"ñandu", "NANDU", "", false},
		{"ñandu", "Ñandú", "", true},
		{"n\u0303andu", "ñandú", "", true},
		{"an", "año", "", false},
		{"año", "AÑO 2026", "", true},
		{"strasse", "Straße", "", true},
		{"perez", "juan.pérez@example.org", "", true},
		{"final", "ﬁnal", "", true},
		{"dip*", "Diploma", "", true},
		{"%acta_", "Acta", "", true},
		{"日本", "日本語", "", true},
		{"本", "日本語", "", false},
		{"grado acta", "acta grado", "", true},
		{"titulocontexto", "titulo", "contexto", false},
	}
	for _, c := range cases {
		if got := documento.Buscar(c.sought).En(c.title, c.contexto); got != c.want {
			t.Errorf("%q in %q, %q: %v", c.sought, c.title, c.contexto, got)
		}
	}
}

// TestFiltroValidado: what nobody can look for is refused, with its field; nothing panics.
func TestFiltroValidado(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	bad := map[string]documento.Filtro{
		"filtro.texto":           {Texto: strings.Repeat("a ", 5000)},
		"filtro.estadoDocumento": {Estado: documento.Cargando},
		"filtro.fechaHasta":      {FechaDesde: now, FechaHasta: now},
		"filtro.fechaDesde":      {FechaDesde: time.Date(9999, 12, 31, 23, 0, 0, 0, time.FixedZone("", -5*3600))},
		"filtro.emisor":          {Emisor: strings.Repeat("x", 65)},
	}
	for _, text := range []string{"´`^~", "***", "%_?", "\u0301\u0303", "a\x00b", "a\u202eb", "\xff", "a b c d e f g h i j k l m n o p q", "📜"} {
		if _, err := documento.Validado(documento.Filtro{Texto: text}); !errors.Is(err, fault.BadUserInput) {
			t.Errorf("texto %q: %v", text, err)
		}
	}
	for campo, f := range bad {
		_, err := documento.Validado(f)
		var e *fault.Error
		if !errors.As(err, &e) || e.Code != fault.BadUserInput || len(e.Campos) != 1 || e.Campos[0].Campo != campo {
			t.Errorf("%s: %v", campo, err)
		}
	}
	for _, f := range []documento.Filtro{{}, {Texto: "   "}, {Texto: "acta"}, {FechaDesde: now, FechaHasta: now.Add(1)}, {Tipos: []documento.Tipo{}}} {
		if _, err := documento.Validado(f); err != nil {
			t.Errorf("%+v: %v", f, err)
		}
	}
}

// FuzzBuscar: a text is found by itself, folding is stable, and never grows without bound.
func FuzzBuscar(f *testing.F) {
	for _, s := range []string{"Ácta de grado", "ñandú", "ﷺ", "İ", "\xff\xfe", "n\u0303\u0303", "ΣΊΣΥΦΟΣ", "각", "a\u0300\u0301n\u0301\u0303"} {
		f.Add(s, "acta")
	}
	f.Fuzz(func(t *testing.T, text, other string) {
		b := documento.Buscar(text)
		if !b.En(text) || !b.En(other, text) || !b.En(strings.ToUpper(text)) && isPlain(text) {
			t.Errorf("%q does not find itself", text)
		}
		folded := documento.Plegar(text)
		if utf8.ValidString(text) && documento.Plegar(folded) != folded {
			t.Errorf("%q folds to %q, and that to %q", text, folded, documento.Plegar(folded))
		}
		if len(folded) > 64*len(text)+64 {
			t.Errorf("%d bytes fold to %d", len(text), len(folded))
		}
		_, _ = documento.Validado(documento.Filtro{Texto: text, Emisor: other})
	})
}

func isPlain(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > 0xFF })
}
