package config

import (
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/carpeta-ciudadana/servidor/internal/auth/act"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// vars are what the help of a setting takes from a table.
var vars = kong.Vars{"acts": act.Names()}

// The bounds of an age: clocks differ by some seconds, and no token has to live longer.
const (
	leastAge    = time.Minute
	greatestAge = 720 * time.Hour
)

// stepUp reads the two settings.
func (v *validator) stepUp(ages, levels []string) map[act.Act]fault.Challenge {
	needs := map[act.Act]fault.Challenge{}
	v.perAct("auth-max-age", "AGE", ages, func(act act.Act, text string) {
		age, err := time.ParseDuration(text)
		if err != nil || age < leastAge || age > greatestAge {
			v.bad("auth-max-age", "%q is no age for %s; give a duration from %s to %s, such as 5m", text, act, leastAge, greatestAge)
		}
		needs[act] = fault.Challenge{MaxAge: age}
	})
	v.perAct("auth-acr-values", "LEVEL", levels, func(act act.Act, text string) {
		values := strings.Fields(text)
		if len(values) == 0 {
			v.bad("auth-acr-values", "%s has no level; give those that the issuer writes into acr or amr, or leave the act out", act)
		}
		for _, level := range values {
			if !isLevel(level) {
				v.bad("auth-acr-values", "%q is no level for %s; give 1 to 128 visible ASCII characters, without quotes, backslash and semicolon", level, act)
			}
		}
		needs[act] = fault.Challenge{ACRValues: values, MaxAge: needs[act].MaxAge}
	})
	return needs
}

// perAct reads a list of ACT=VALUE that names each act once.
func (v *validator) perAct(flag, value string, list []string, read func(act act.Act, text string)) {
	var named []string
	for _, one := range list {
		name, text, ok := strings.Cut(one, "=")
		name = strings.TrimSpace(name)
		switch {
		case !ok:
			v.bad(flag, "%q is not ACT=%s", one, value)
		case !slices.Contains(act.All, act.Act(name)):
			v.bad(flag, "%q is no act; choose from %s", name, act.Names())
		case slices.Contains(named, name):
			v.bad(flag, "%s is given twice; keep one of them", name)
		default:
			read(act.Act(name), strings.TrimSpace(text))
		}
		named = append(named, name)
	}
}

// isLevel: a level is sent to clients in a header, within quotes. A semicolon is a mistake for a comma.
func isLevel(text string) bool {
	return len(text) <= 128 && !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`"\;`, r) })
}
