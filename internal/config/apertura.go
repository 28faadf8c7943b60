package config

import "strings"

func (v *validator) apertura(c *Config) {
	if c.AperturaOperador != "" && !isID(c.AperturaOperador) {
		v.bad("apertura-operador", "%q "+notID, c.AperturaOperador)
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
