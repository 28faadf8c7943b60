package auth

import (
	"unicode"
	"unicode/utf8"
)

// Finalidad is what somebody acts for, and the law that allows it, in the caller's own words. The
// trail keeps it, and the citizen reads it.
type Finalidad struct{ Proposito, BaseLegal string }

// maxFinalidad of each of the two, in bytes: a sentence, and the article of a law.
const maxFinalidad = 120

// EsFinalidad accepts one line of text: 1 to 120 bytes of UTF-8, printable, beginning with a letter
// or a digit. So it is no formula where a table is opened, and nothing in it is hidden.
func EsFinalidad(text string) bool {
	if len(text) > maxFinalidad || !utf8.ValidString(text) {
		return false
	}
	for i, c := range text {
		if !unicode.IsPrint(c) || i == 0 && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return false
		}
	}
	return text != ""
}

// StatesPurpose reports whether the principal says itself what it acts for. Somebody of an entity who only asks citizens and looks at
// what they authorised does not: each authorisation has its purpose.
func (p Principal) StatesPurpose() bool {
	return !p.Has(Entidad) || p.may(Emision) || p.Has(Operador) || p.Has(Auditor)
}

// ActsForOthers reports whether the principal has a role that acts on the things of others: it says what for.
func (p Principal) ActsForOthers() bool { return p.Has(Operador) || p.Has(Entidad) || p.Has(Auditor) }
