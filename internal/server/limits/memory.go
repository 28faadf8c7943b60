package limits

import (
	"reflect"
	"strconv"
)

// Roomy is the memory that the defaults are made for. With less, those of the lines with
// the tag scaled are as much less.
const Roomy = 512 << 20

// Fit scales the defaults down to a memory limit in bytes; 0 is none. What the operator
// has given stays; given gets the name of a limit.
func (l *Limits) Fit(memory uint64, given func(name string) bool) {
	if memory == 0 || memory >= Roomy {
		return
	}
	v := reflect.ValueOf(l).Elem()
	for i := range v.NumField() {
		line := v.Type().Field(i)
		tag, scaled := line.Tag.Lookup("scaled")
		if !scaled || given(line.Tag.Get("name")) {
			continue
		}
		least, err := strconv.ParseInt(tag, 10, 64)
		if err != nil {
			panic("limits: " + line.Name + ": " + err.Error()) // a test reads every line
		}
		field := v.Field(i)
		field.SetInt(max(least, field.Int()*int64(memory>>10)/(Roomy>>10)))
	}
}
