package documento_test

import (
	"mime"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// leerAdjunto is the header as a client reads it: the exact name, and the plain one.
func leerAdjunto(t rapid.TB, nombre string) (exacto, llano string) {
	t.Helper()
	cabeza := documento.Adjunto(nombre)
	if i := strings.IndexFunc(cabeza, func(r rune) bool { return r < ' ' || r > '~' }); i >= 0 {
		t.Fatalf("%q holds %q", cabeza, cabeza[i])
	}
	forma, datos, err := mime.ParseMediaType(cabeza)
	if err != nil || forma != "attachment" {
		t.Fatalf("%q gives %q, %v", cabeza, forma, err)
	}
	llanas, _, _ := strings.Cut(cabeza, "; filename*=")
	_, plano, err := mime.ParseMediaType(llanas)
	if err != nil {
		t.Fatalf("%q: %v", llanas, err)
	}
	return datos["filename"], plano["filename"]
}

func TestAdjunto(t *testing.T) {
	largo := strings.Repeat("ñ", 300)
	for nombre, want := range map[string]struct{ exacto, llano string }{
		"acta.pdf":                           {"acta.pdf", "acta.pdf"},
		"año.pdf":                            {"año.pdf", "a_o.pdf"},
		`a"b\c/d.pdf`:                        {`a"b_c_d.pdf`, "a_b_c_d.pdf"},
		"100%.pdf":                           {"100%.pdf", "100_.pdf"},
		"a;b=c,d.pdf":                        {"a;b=c,d.pdf", "a;b=c,d.pdf"},
		"a\r\nSet-Cookie: b=c":               {"aSet-Cookie: b=c", "aSet-Cookie_ b=c"},
		"factura\u202efdp.exe":               {"facturafdp.exe", "facturafdp.exe"},
		"a\u2066b\u2069\u2028\x00c\ufeff":    {"abc", "abc"},
		"":                                   {"documento", "documento"},
		".":                                  {"documento", "documento"},
		"..":                                 {"documento", "documento"},
		" . . ":                              {"documento", "documento"},
		"\xff\xfe":                           {"documento", "documento"},
		".htaccess":                          {"htaccess", "htaccess"},
		"a.pdf. .":                           {"a.pdf", "a.pdf"},
		"CON":                                {"_CON", "_CON"},
		"nul.txt":                            {"_nul.txt", "_nul.txt"},
		"Com1 .tar.gz":                       {"_Com1 .tar.gz", "_Com1 .tar.gz"},
		"LPT³":                               {"_LPT³", "_LPT_"},
		"console.log":                        {"console.log", "console.log"},
		"con secreto.pdf":                    {"con secreto.pdf", "con secreto.pdf"},
		largo + ".pdf":                       {strings.Repeat("ñ", 98) + ".pdf", strings.Repeat("_", 98) + ".pdf"},
		largo:                                {strings.Repeat("ñ", 100), strings.Repeat("_", 100)},
		"a." + largo:                         {"a." + strings.Repeat("ñ", 99), "a." + strings.Repeat("_", 99)},
		strings.Repeat("x", 200):             {strings.Repeat("x", 200), strings.Repeat("x", 200)},
		strings.Repeat("x", 195) + " . .pdf": {strings.Repeat("x", 195) + ".pdf", strings.Repeat("x", 195) + ".pdf"},
	} {
		if exacto, llano := leerAdjunto(t, nombre); exacto != want.exacto || llano != want.llano {
			t.Errorf("%q: %q and %q, want %q and %q", nombre, exacto, llano, want.exacto, want.llano)
		}
	}
}

// Whatever the name, the header is one visible line of ASCII that a client can
// read, and the name one that a file system can bear.
func TestAdjuntoIsOneReadableLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nombre, _ := leerAdjunto(t, rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-zñ"'%;\\/\r\n*=. ]*`), rapid.StringMatching(`(ñ|.){150,400}\.[a-z]{1,30}`)).Draw(t, "nombre"))
		if nombre == "" || len(nombre) > 201 || !utf8.ValidString(nombre) || strings.ContainsAny(nombre, "/\\\r\n") || strings.Trim(nombre, " .") != nombre {
			t.Fatalf("%q", nombre)
		}
	})
}

// FuzzAdjunto: the same, by what covers most.
func FuzzAdjunto(f *testing.F) {
	f.Add("Certificado de año ñandú.pdf")
	f.Add("aux.\u202e\r\n%00\"\\/..")
	f.Fuzz(func(t *testing.T, pedido string) {
		if nombre, _ := leerAdjunto(t, pedido); nombre == "" || len(nombre) > 201 || strings.ContainsAny(nombre, "/\\\r\n\x00") {
			t.Fatalf("%q gives %q", pedido, nombre)
		}
	})
}
