package duracion

import (
	"errors"
	"regexp"
	"time"
)

// ErrInstant describes the accepted form of an instant.
var ErrInstant = errors.New("an instant is RFC 3339 with zone, e.g. 2026-01-31T15:04:05Z")

// rfc3339 is the form; time.Parse knows the calendar, and would also take 3:04:05,5
// and a zone of +05:60.
var rfc3339 = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`)

// ParseInstant reads RFC 3339 with zone, of the years 1 to 9999 in UTC.
func ParseInstant(text string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339Nano, text)
	if t = t.UTC(); err != nil || !rfc3339.MatchString(text) || t.Year() < 1 || t.Year() > 9999 {
		return time.Time{}, ErrInstant
	}
	return t, nil
}

// AppendInstant writes an instant as every answer of this server has it: in UTC, with milliseconds.
func AppendInstant(b []byte, t time.Time) []byte {
	return t.UTC().AppendFormat(b, "2006-01-02T15:04:05.000Z")
}
