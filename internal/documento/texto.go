package documento

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// TextoLimpio is a person's text, in NFC and without surrounding space.
func TextoLimpio(t string) string { return norm.NFC.String(strings.TrimSpace(t)) }

// EsTexto reports whether a text has from minimo to maximo characters, none of
// them a control character or another that deceives the reader; a text that must not be
// empty has something to see.
func EsTexto(t string, minimo, maximo int) bool {
	n := utf8.RuneCountInString(t)
	return utf8.ValidString(t) && n >= minimo && n <= maximo && !strings.ContainsFunc(t, enganoso) &&
		(minimo == 0 || strings.ContainsFunc(t, visible))
}

// etiquetas are the invisible copies of ASCII.
const primeraEtiqueta, ultimaEtiqueta = 0xE0000, 0xE007F

// enganoso is a character that people do not write on purpose: control characters, breaks of
// line and paragraph, changes of direction ("factura\u202Efdp.exe" reads as .pdf),
// invisible copies of ASCII, marks of annotations (U+FFF9–FFFB), the mark of broken text. Joiners stay: scripts and
// emoji need them.
func enganoso(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Bidi_Control, unicode.Noncharacter_Code_Point) ||
		r == unicode.ReplacementChar || r == '\uFEFF' || r >= '\uFFF9' && r <= '\uFFFB' || r >= primeraEtiqueta && r <= ultimaEtiqueta
}

// visible leaves out letters and symbols that show nothing: fillers of Hangul, the
// empty pattern of Braille.
func visible(r rune) bool {
	return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) && r != '\u2800'
}
