package documento_test

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

func TestEsTexto(t *testing.T) {
	for nombre, c := range map[string]struct {
		texto string
		bien  bool
	}{
		"one":                      {"a", true},
		"the longest":              {strings.Repeat("ñ", 200), true},
		"one more":                 {strings.Repeat("ñ", 201), false},
		"empty":                    {"", false},
		"emoji with joiners":       {"👩\u200d👩\u200d👧", true},
		"Persian with non-joiner":  {"می\u200cخواهم", true},
		"an accent of its own":     {"e\u0301", true},
		"tab":                      {"a\tb", false},
		"NUL":                      {"a\x00b", false},
		"DEL":                      {"a\x7f", false},
		"C1":                       {"a\u0085b", false},
		"line break":               {"a\nb", false},
		"line separator":           {"a\u2028b", false},
		"paragraph separator":      {"a\u2029b", false},
		"right to left override":   {"factura\u202efdp.exe", false},
		"isolate":                  {"a\u2066b\u2069", false},
		"right to left mark":       {"a\u200fb", false},
		"byte order mark":          {"\ufeffa", false},
		"invisible copy of ASCII":  {"a\U000e0041", false},
		"noncharacter":             {"a\uffff", false},
		"what stands for nonsense": {"a\ufffd", false},
		"not UTF-8":                {"a\xff", false},
		"nothing to see":           {"\u200b\u200b", false},
		"only fillers":             {"\u3164\u115f\uffa0", false},
		"only empty Braille":       {"\u2800", false},
		"Braille":                  {"\u2803\u2800\u2801", true},
		"marks of annotations":     {"a\ufff9b\ufffa\ufffb", false},
		"only an accent":           {"\u0301", false},
		"only joiners":             {"\u200d", false},
	} {
		if documento.EsTexto(c.texto, 1, 200) != c.bien {
			t.Errorf("%s (%q): want %v", nombre, c.texto, c.bien)
		}
	}
	if !documento.EsTexto("", 0, 10) {
		t.Error("an optional text must be something")
	}
}

// Whatever is typed, the kept text is NFC without surrounding space, and stays so.
func TestTextoLimpio(t *testing.T) {
	if got := documento.TextoLimpio(" \u00a0Ban\u0303o\n"); got != "Baño" {
		t.Errorf("%q", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		limpio := documento.TextoLimpio(rapid.String().Draw(t, "texto"))
		if !norm.NFC.IsNormalString(limpio) || documento.TextoLimpio(limpio) != limpio {
			t.Fatalf("%q", limpio)
		}
	})
}
