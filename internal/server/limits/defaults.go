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
	into, from := reflect.ValueOf(&l).Elem(), reflect.ValueOf(defaults())
	for i := range into.NumField() {
		if into.Field(i).IsZero() {
			into.Field(i).Set(from.Field(i))
		}
	}
	if l.Reading == 0 {
		l.Reading = max(1, runtime.GOMAXPROCS(0)/2)
	}
	return l
}

// defaults reads the lines of the table, once.
var defaults = sync.OnceValue(func() (l Limits) {
	v := reflect.ValueOf(&l).Elem()
	for i := range v.NumField() {
		line := v.Type().Field(i)
		n, err := parse(line.Type, line.Tag.Get("default"))
		if err != nil {
			panic(fmt.Sprintf("limits: %s: %v", line.Name, err)) // a test reads every line
		}
		v.Field(i).SetInt(n)
	}
	return l
})

// parse reads a number or a duration of the table.
func parse(t reflect.Type, text string) (int64, error) {
	if t == reflect.TypeFor[time.Duration]() {
		d, err := time.ParseDuration(text)
		return int64(d), err
	}
	return strconv.ParseInt(text, 10, 64)
}
