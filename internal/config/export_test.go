package config

import (
	"strings"

	"github.com/alecthomas/kong"
)

// Bound is a setting with bounds: its default and they as numbers, and as it says them.
type Bound struct {
	Flag, Variable, Kind, Group   string
	Value, Least, Greatest        int64
	Default, Min, Max, Unit, Help string
}

// Bounded are the settings with bounds.
func Bounded() (all []Bound) {
	k := kong.Must(&cli{}, vars, kong.ExplicitGroups(groups))
	for _, flag := range k.Model.Flags {
		if !flag.Tag.Has("min") {
			continue
		}
		if err := flag.Parse(kong.ScanFromTokens(kong.Token{Type: kong.FlagValueToken, Value: flag.Default}), flag.Target); err != nil {
			panic(err)
		}
		b, _ := boundsOf(flag)
		all = append(all, Bound{
			flag.Name, variable(flag.Name), b.kind, flag.Group.Key, b.value, b.least, b.greatest,
			flag.Default, flag.Tag.Get("min"), flag.Tag.Get("max"), flag.Tag.Get("unit"), flag.Help,
		})
	}
	return all
}

// Setting is a row of the manual.
type Setting struct{ Group, Variable, Default, Values, Help string }

// Settings are all of them, by group.
func Settings() (all []Setting) {
	k := kong.Must(&cli{}, vars, kong.ExplicitGroups(groups))
	for _, group := range groups {
		for _, flag := range k.Model.Flags {
			if flag.Group == nil || flag.Group.Key != group.Key {
				continue
			}
			values := strings.ReplaceAll(flag.Enum, ",", ", ")
			if flag.Tag.Has("min") {
				values = strings.TrimSpace(flag.Tag.Get("min") + " – " + flag.Tag.Get("max") + " " + flag.Tag.Get("unit"))
			}
			all = append(all, Setting{group.Title, variable(flag.Name), flag.Default, values, flag.Help})
		}
	}
	return all
}
