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
	if v == "" {
		return time.Time{}, nil
	}
	if ms, ok := parseMillis([]byte(v)); ok {
		return time.UnixMilli(ms).UTC(), nil
	}
	return time.Parse(time.RFC3339Nano, v)
}

// parseMillis reads FormatMillis, which nearly all times of a list have, as milliseconds since 1970.
func parseMillis(v []byte) (ms int64, ok bool) {
	if len(v) != len(FormatMillis) || v[4] != '-' || v[7] != '-' || v[10] != 'T' || v[13] != ':' || v[16] != ':' || v[19] != '.' || v[23] != 'Z' {
		return 0, false
	}
	year, month, day := 100*digits(v[0], v[1])+digits(v[2], v[3]), digits(v[5], v[6]), digits(v[8], v[9])
	hour, minute, second, milli := digits(v[11], v[12]), digits(v[14], v[15]), digits(v[17], v[18]), 10*digits(v[20], v[21])+digits('0', v[22])
	if min(year, hour, minute, second, milli) < 0 || month < 1 || month > 12 || day < 1 || day > 28 || hour > 23 || minute > 59 || second > 59 {
		return 0, false // not every month has 29 days
	}
	if month -= 2; month <= 0 { // these years begin with March, so that the day that is not always there is the last
		year, month = year-1, month+12
	}
	days := 365*year + year/4 - year/100 + year/400 + 367*month/12 + day - daysBefore1970
	return 1000*int64(86400*days+3600*hour+60*minute+second) + int64(milli), year >= 0
}

// daysBefore1970 is how many days the years of parseMillis have before 1970.
const daysBefore1970 = 719499

// digits is the number that two digits are; negative, and far from zero, if one is none.
func digits(a, b byte) int {
	if a -= '0'; a > 9 {
		return -1 << 20
	}
	if b -= '0'; b > 9 {
		return -1 << 20
	}
	return 10*int(a) + int(b)
}
