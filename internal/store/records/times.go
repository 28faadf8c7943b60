package records

import "time"

// Times as text: most have milliseconds, and what sorts has a fixed width.
const (
	FormatMillis = "2006-01-02T15:04:05.000Z"
	FormatNanos  = time.RFC3339Nano
	FormatOrder  = "2006-01-02T15:04:05.000000000Z"
)

// Date is a time as text, in UTC; nothing for the zero time.
func Date(t time.Time, format string) Value {
	if t.IsZero() {
		return Value{}
	}
	return Text(t.UTC().Format(format))
}

// Millis is Date with milliseconds.
func Millis(t time.Time) Value { return Date(t, FormatMillis) }

// Second is the second (Unix) of a time; nothing for the zero time. An attribute of expiry is kept so.
func Second(t time.Time) Value {
	if t.IsZero() {
		return Value{}
	}
	return Number(t.Unix())
}

// ParseTime reads a time that Date wrote; an empty text is the zero time.
func ParseTime[T string | []byte](v T) (time.Time, error) {
	if len(v) == 0 {
		return time.Time{}, nil
	}
	if t, ok := parseMillis(v); ok {
		return t, nil
	}
	return time.Parse(time.RFC3339Nano, string(v))
}

// parseMillis reads FormatMillis, which nearly all times of a list have.
func parseMillis[T string | []byte](v T) (t time.Time, ok bool) {
	if len(v) != len(FormatMillis) {
		return t, false
	}
	for n := range len(FormatMillis) {
		if c := FormatMillis[n]; c < '0' || c > '9' {
			if v[n] != c {
				return t, false
			}
		} else if v[n] < '0' || v[n] > '9' {
			return t, false
		}
	}
	number := func(from, to int) (n int) {
		for _, c := range []byte(v[from:to]) {
			n = 10*n + int(c-'0')
		}
		return n
	}
	month, day, hour, minute, second := number(5, 7), number(8, 10), number(11, 13), number(14, 16), number(17, 19)
	if month == 0 || month > 12 || day == 0 || day > 28 || hour > 23 || minute > 59 || second > 59 { // not every month has 29 days
		return t, false
	}
	return time.Date(number(0, 4), time.Month(month), day, hour, minute, second, 1e6*number(20, 23), time.UTC), true
}
