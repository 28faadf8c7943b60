package config

import "strings"

// PrimerIngreso is the Apertura in which a citizen's first visit opens the carpeta.
const PrimerIngreso = "primer-ingreso"

// apertura wants to know who serves a citizen who comes without an operador.
func (v *validator) apertura(c *Config) {
	if c.Apertura == PrimerIngreso && !isID(c.AperturaOperador) {
		v.bad("apertura-operador", "is missing, or no id; name the operadorId that serves the citizens whose first visit opens their carpeta")
	}
}

func (v *validator) opening(o Open) {
	if !isID(o.Ciudadano) {
		v.badArgument("--ciudadano: %q "+notID, o.Ciudadano)
	}
	if !isID(o.Operador) {
		v.badArgument("--operador: %q "+notID, o.Operador)
	}
}

const (
	maxID = 128
	notID = "is not an id of 1 to 128 visible ASCII characters"
)

// isID accepts what a token accepts as a subject.
func isID(id string) bool {
	return id != "" && len(id) <= maxID && !strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' })
}
