package config

import (
	"reflect"

	"github.com/alecthomas/kong"
)

// Bound is a setting with bounds, and its default.
type Bound struct {
	Flag, Kind             string
	Value, Least, Greatest int64
}

// Bounded are the settings with bounds.
func Bounded() (all []Bound) {
	var c cli
	k := kong.Must(&c)
	for _, flag := range k.Model.Flags {
		if flag.Target.Kind() != reflect.Bool && flag.Default != "" {
			_ = flag.Parse(kong.ScanFromTokens(kong.Token{Type: kong.FlagValueToken, Value: flag.Default}), flag.Target)
		}
		if b, ok := boundsOf(flag); ok {
			all = append(all, Bound{flag.Name, b.kind, b.value, b.least, b.greatest})
		}
	}
	return all
}
