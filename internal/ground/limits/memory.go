package limits

import (
	"reflect"
	"strconv"
)

// Roomy is the memory for which the defaults are made. With less memory, the defaults with the tag scaled are less in the
// same proportion.
const Roomy = 512 << 20

// Fit scales the defaults down to a memory limit in bytes; 0: no limit. Values that the operator has given stay: given gets
// the name of a limit.
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
