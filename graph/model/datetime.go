package model

import (
	"errors"
	"io"
	"regexp"
	"time"

	"github.com/99designs/gqlgen/graphql"
)

const dateTimeLayout = `"2006-01-02T15:04:05.000Z"`

// rfc3339 is the form; time.Parse knows the calendar, and would also take 3:04:05,5
// and a zone of +05:60.
var rfc3339 = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`)

// MarshalDateTime writes an instant in UTC with milliseconds; null for the zero time.
func MarshalDateTime(t time.Time) graphql.Marshaler {
	if t.IsZero() {
		return graphql.Null
	}
	return graphql.WriterFunc(func(w io.Writer) {
		var buf [32]byte
		_, _ = w.Write(t.UTC().AppendFormat(buf[:0], dateTimeLayout))
	})
}

// UnmarshalDateTime reads RFC 3339 with zone.
func UnmarshalDateTime(v any) (time.Time, error) {
	s, ok := v.(string)
	if !ok {
		return time.Time{}, errors.New("a DateTime must be a string in RFC 3339 with zone")
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	if t = t.UTC(); err != nil || !rfc3339.MatchString(s) || t.Year() < 1 || t.Year() > 9999 {
		return time.Time{}, errors.New("a DateTime must be RFC 3339 with zone, e.g. 2026-01-31T15:04:05Z")
	}
	return t, nil
}
