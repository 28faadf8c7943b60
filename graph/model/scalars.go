package model

import (
	"encoding/json"
	"errors"
	"strconv"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// maxLong is what every client can hold exactly: a JavaScript number.
const maxLong = 1<<53 - 1

var (
	errLong = errors.New("a Long must be a whole number of up to 53 bits")
	errUUID = errors.New("a UUID must be 36 characters in canonical form, lower case")
)

// MarshalLong writes a whole number.
func MarshalLong(n int64) graphql.Marshaler { return graphql.MarshalInt64(n) }

// UnmarshalLong reads a whole number; a text, a fraction and an exponent are none.
func UnmarshalLong(v any) (int64, error) {
	var n int64
	switch x := v.(type) {
	case int64:
		n = x
	case json.Number:
		var err error
		if n, err = strconv.ParseInt(string(x), 10, 64); err != nil {
			return 0, errLong
		}
	default:
		return 0, errLong
	}
	if n < -maxLong || n > maxLong {
		return 0, errLong
	}
	return n, nil
}

// MarshalUUID writes a UUID as it is kept.
func MarshalUUID(s string) graphql.Marshaler { return graphql.MarshalString(s) }

// UnmarshalUUID reads the canonical form and no other.
func UnmarshalUUID(v any) (string, error) {
	s, ok := v.(string)
	if !ok || !relay.IsUUID(s) {
		return "", errUUID
	}
	return s, nil
}
