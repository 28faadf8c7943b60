package admission

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
)

// Scalars check the values of the schema's own scalars, by name. An error says what a value must be, and does not repeat the
// value. A scalar without a function takes any text and number.
type Scalars map[string]func(v any) error

var (
	// The words are those of GraphQL's reference implementation: they begin with the name of the type.
	errInt     = errors.New("Int cannot represent non-integer value")
	errRange   = errors.New("Int cannot represent non 32-bit signed integer value")
	errFloat   = errors.New("Float cannot represent non numeric value")
	errText    = errors.New("String cannot represent a non string value")
	errBoolean = errors.New("Boolean cannot represent a non boolean value")
	errID      = errors.New("ID cannot represent a non-string and non-integer value")
	errLongID  = errors.New("ID cannot represent an integer of more than 64 bits; write it as a string")
	errOther   = errors.New("it cannot represent a list, an object or a boolean")
)

// check checks the value of a scalar: a string, a boolean, or a number as it was written.
func (s Scalars) check(name string, v any) error {
	number, isNumber := v.(json.Number)
	_, isText := v.(string)
	_, isBoolean := v.(bool)
	switch name {
	case "Int":
		return checkInt(number, isNumber)
	case "Boolean":
		return unless(isBoolean, errBoolean)
	case "String":
		return unless(isText, errText)
	case "Float":
		return unless(isNumber, errFloat)
	case "ID":
		if isText {
			return nil
		}
		return checkID(number, isNumber)
	}
	if check := s[name]; check != nil {
		return check(v)
	}
	return unless(isText || isNumber, errOther)
}

func unless(ok bool, wrong error) error {
	if ok {
		return nil
	}
	return wrong
}

func checkInt(number json.Number, ok bool) error {
	if !ok || !isWhole(number) {
		return errInt
	}
	n, err := strconv.ParseInt(string(number), 10, 64)
	return unless(err == nil && math.MinInt32 <= n && n <= math.MaxInt32, errRange)
}

func checkID(number json.Number, ok bool) error {
	if !ok || !isWhole(number) {
		return errID
	}
	_, err := strconv.ParseInt(string(number), 10, 64)
	return unless(err == nil, errLongID)
}

// isWhole reports whether a number is written as one: without fraction and exponent.
func isWhole(number json.Number) bool {
	for _, c := range []byte(number) {
		if (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return number != ""
}
