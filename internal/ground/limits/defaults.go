package limits

import (
	"fmt"
	"reflect"
	"runtime"
	"strconv"
	"sync"
	"time"
)

// WithDefaults gives every limit that is zero the default of its line.
func (l Limits) WithDefaults() Limits {
	fill(&l, defaults(), isAny)
	if l.Reading == 0 {
		l.Reading = max(1, runtime.GOMAXPROCS(0)/2)
	}
	if l.Searches == 0 {
		l.Searches = max(1, runtime.GOMAXPROCS(0)/2)
	}
	if l.Events == 0 {
		l.Events = 4 * runtime.GOMAXPROCS(0)
	}
	return l
}

// WithDefaults gives every rate that is zero the default of its line.
func (r Rate) WithDefaults() Rate {
	fill(&r, defaultRates(), isAny)
	return r
}

// FillConstants sets the limits that are no settings.
func (l *Limits) FillConstants() { fill(l, defaults(), isConstant) }

func isAny(reflect.StructField) bool { return true }

func isConstant(line reflect.StructField) bool { return line.Tag.Get("kong") == "-" }

// fill sets the fields that are zero, and for which which is true.
func fill[T any](all *T, from T, which func(reflect.StructField) bool) {
	into, values := reflect.ValueOf(all).Elem(), reflect.ValueOf(from)
	for i := range into.NumField() {
		if into.Field(i).IsZero() && which(into.Type().Field(i)) {
			into.Field(i).Set(values.Field(i))
		}
	}
}

// The defaults are read from the lines of the tables, once.
var (
	defaults     = sync.OnceValue(read[Limits])
	defaultRates = sync.OnceValue(read[Rate])
)

func read[T any]() (all T) {
	v := reflect.ValueOf(&all).Elem()
	for i := range v.NumField() {
		line := v.Type().Field(i)
		n, err := parse(line.Type, line.Tag.Get("default"))
		if err != nil {
			panic(fmt.Sprintf("limits: %s: %v", line.Name, err)) // a test reads every line
		}
		v.Field(i).SetInt(n)
	}
	return all
}

func parse(t reflect.Type, text string) (int64, error) {
	if t == reflect.TypeFor[time.Duration]() {
		d, err := time.ParseDuration(text)
		return int64(d), err
	}
	return strconv.ParseInt(text, 10, 64)
}
