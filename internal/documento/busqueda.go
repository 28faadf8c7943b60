package documento

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Busqueda looks for words at the beginnings of words, without regard to case, accents and
// forms of letters. An ñ is a letter of its own, not an n. Not safe for concurrent use.
type Busqueda struct {
	palabras [][]byte // folded, each behind a space
	plegado  []byte   // of the texts that are looked at
}

// Buscar makes the search for the words of a text.
func Buscar(texto string) *Busqueda {
	b := &Busqueda{}
	for _, p := range bytes.FieldsFunc(plegar(nil, texto), func(r rune) bool { return r == ' ' }) {
		p = append([]byte{' '}, p...)
		if !slices.ContainsFunc(b.palabras, func(q []byte) bool { return bytes.Equal(p, q) }) {
			b.palabras = append(b.palabras, p)
		}
	}
	return b
}

// Vacia reports whether there is no word to look for.
func (b *Busqueda) Vacia() bool { return len(b.palabras) == 0 }

// Palabras is how many different words are looked for.
func (b *Busqueda) Palabras() int { return len(b.palabras) }

// En reports whether every word begins a word of one of the texts.
func (b *Busqueda) En(textos ...string) bool {
	b.plegado = b.plegado[:0]
	for _, t := range textos {
		b.plegado = plegar(append(b.plegado, ' '), t)
	}
	for _, p := range b.palabras {
		if !bytes.Contains(b.plegado, p) {
			return false
		}
	}
	return true
}

// plegar appends a text as searches see it: letters, digits and the marks of other scripts in lower
// case, decomposed, without the accents of Latin, Greek and Cyrillic; everything else is a space.
func plegar(b []byte, texto string) []byte {
	if isASCII(texto) {
		return foldASCII(b, texto)
	}
	n := byte(0) // an n before a combining tilde
	for _, r := range strings.ToLower(norm.NFKD.String(texto)) {
		switch {
		case r == tilde && n != 0 && b[len(b)-1] == n:
			b = utf8.AppendRune(b[:len(b)-1], 'ñ')
		case r >= 0x0300 && r <= 0x036F:
		case r == 'ß' || r == 'ẞ':
			b = append(b, "ss"...)
		case r == 'ς':
			b = utf8.AppendRune(b, 'σ')
		case r == 'ı':
			b = append(b, 'i')
		case unicode.In(r, unicode.L, unicode.N, unicode.M):
			b = utf8.AppendRune(b, r)
		default:
			b = append(b, ' ')
		}
		if r == 'n' {
			n = 'n'
		} else if r < 0x0300 || r > 0x036F {
			n = 0
		}
	}
	return b
}

const tilde = 0x0303

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func foldASCII(b []byte, s string) []byte {
	for i := range len(s) {
		c := s[i]
		switch {
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
		default:
			c = ' '
		}
		b = append(b, c)
	}
	return b
}
