package config

import (
	"slices"
	"strings"
	"time"
)

// acts are those of internal/auth.
var acts = []string{"aprobar", "eliminar-varios", "entregar", "exportar", "embargar", "cerrar-sesiones"}

// The bounds of an age: clocks differ by some seconds, and no token has to live longer.
const (
	leastAge    = time.Minute
	greatestAge = 720 * time.Hour
)

// SignIn is how a person has to have signed in for an act; what is zero does not matter.
type SignIn struct {
	ACRValues []string
	MaxAge    time.Duration
}

// stepUp reads the two settings, by the name of the act.
func (v *validator) stepUp(ages, levels []string) map[string]SignIn {
	needs := map[string]SignIn{}
	v.perAct("auth-max-age", "AGE", ages, func(act, text string) {
		age, err := time.ParseDuration(text)
		if err != nil || age < leastAge || age > greatestAge {
			v.bad("auth-max-age", "%q is no age for %s; give a duration from %s to %s, such as 5m", text, act, leastAge, greatestAge)
		}
		needs[act] = SignIn{MaxAge: age}
	})
	v.perAct("auth-acr-values", "LEVEL", levels, func(act, text string) {
		values := strings.Fields(text)
		if len(values) == 0 {
			v.bad("auth-acr-values", "%s has no level; give those that the issuer writes into acr or amr, or leave the act out", act)
		}
		for _, level := range values {
			if !isLevel(level) {
				v.bad("auth-acr-values", "%q is no level for %s; give 1 to 128 visible ASCII characters, without quotes, backslash and semicolon", level, act)
			}
		}
		needs[act] = SignIn{ACRValues: values, MaxAge: needs[act].MaxAge}
	})
	return needs
}

// perAct reads a list of ACT=VALUE that names each act once.
func (v *validator) perAct(flag, value string, list []string, read func(act, text string)) {
	var named []string
	for _, one := range list {
		act, text, ok := strings.Cut(one, "=")
		act = strings.TrimSpace(act)
		switch {
		case !ok:
			v.bad(flag, "%q is not ACT=%s", one, value)
		case !slices.Contains(acts, act):
			v.bad(flag, "%q is no act; choose from %s", act, strings.Join(acts, ", "))
		case slices.Contains(named, act):
			v.bad(flag, "%s is given twice; keep one of them", act)
		default:
			read(act, strings.TrimSpace(text))
		}
		named = append(named, act)
	}
}

// isLevel: a level is sent to clients in a header, within quotes. A semicolon is a mistake for a comma.
func isLevel(text string) bool {
	return len(text) <= 128 && !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`"\;`, r) })
}
