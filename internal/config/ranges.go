package config

import (
	"fmt"
	"strconv"
	"time"

	"github.com/alecthomas/kong"
)

// bounds are the least and the greatest value of a setting, as its tags min and max
// have them.
type bounds struct {
	value, least, greatest int64
	print                  func(int64) string // as a user writes it
	kind                   string             // of value: number or duration
}

// boundsOf reads the bounds of a flag; false if it has none.
func boundsOf(flag *kong.Flag) (b bounds, ok bool) {
	if !flag.Tag.Has("min") || !flag.Tag.Has("max") {
		return b, false
	}
	b.value, b.kind = flag.Target.Int(), "number"
	b.print = func(n int64) string { return strconv.FormatInt(n, 10) }
	parse := func(text string) (int64, error) { return strconv.ParseInt(text, 10, 64) }
	if _, is := flag.Target.Interface().(time.Duration); is {
		b.kind = "duration"
		b.print = func(n int64) string { return time.Duration(n).String() }
		parse = func(text string) (int64, error) {
			d, err := time.ParseDuration(text)
			return int64(d), err
		}
	}
	var errs [2]error
	b.least, errs[0] = parse(flag.Tag.Get("min"))
	b.greatest, errs[1] = parse(flag.Tag.Get("max"))
	for _, err := range errs {
		if err != nil {
			panic(fmt.Sprintf("config: the bounds of --%s: %v", flag.Name, err)) // a test reads them all
		}
	}
	return b, true
}

// outside is the fault of a value; "" if it has none.
func (b bounds) outside() string {
	if b.least <= b.value && b.value <= b.greatest {
		return ""
	}
	return fmt.Sprintf("%s is out of range; give a %s from %s to %s", b.print(b.value), b.kind, b.print(b.least), b.print(b.greatest))
}

// ranges holds each setting, and each argument of the command, to its bounds.
func (v *validator) ranges(settings, arguments []*kong.Flag) {
	for _, flag := range settings {
		if b, ok := boundsOf(flag); ok && b.outside() != "" {
			v.bad(flag.Name, "%s", b.outside())
		}
	}
	for _, flag := range arguments {
		if b, ok := boundsOf(flag); ok && b.outside() != "" {
			v.badArgument("--%s: %s", flag.Name, b.outside())
		}
	}
}
