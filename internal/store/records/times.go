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
func ParseTime(v string) (time.Time, error) {
	if len(v) == 0 {
		return time.Time{}, nil
	}
	if t, ok := parseMillis(v); ok {
		return t, nil
	}
	return time.Parse(time.RFC3339Nano, v)
}

// parseMillis reads FormatMillis, which nearly all times of a list have.
func parseMillis(v string) (t time.Time, ok bool) {
	if len(v) != len(FormatMillis) || v[4] != '-' || v[7] != '-' || v[10] != 'T' || v[13] != ':' || v[16] != ':' || v[19] != '.' || v[23] != 'Z' {
		return t, false
	}
	year, month, day := digits(v[0:4]), digits(v[5:7]), digits(v[8:10])
	hour, minute, second, milli := digits(v[11:13]), digits(v[14:16]), digits(v[17:19]), digits(v[20:23])
	if min(year, hour, minute, second, milli) < 0 || month < 1 || month > 12 || day < 1 || day > 28 || hour > 23 || minute > 59 || second > 59 {
		return t, false // not every month has 29 days
	}
	if month -= 2; month <= 0 { // the years of this calendar begin with March, so that the day that is not always there is the last
		year, month = year-1, month+12
	}
	days := 365*year + year/4 - year/100 + year/400 + 367*month/12 + day - yearOneToUnix
	return time.Unix(int64(days)*86400+int64(3600*hour+60*minute+second), int64(milli)*1e6).UTC(), year >= 0
}

// yearOneToUnix is how many days the calendar of parseMillis has before 1970.
const yearOneToUnix = 719499

// digits reads a number without sign; negative if it is none.
func digits(v string) (n int) {
	for i := range len(v) {
		d := v[i] - '0'
		if d > 9 {
			return -1
		}
		n = 10*n + int(d)
	}
	return n
}
