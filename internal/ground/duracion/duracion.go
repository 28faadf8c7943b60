package duracion

import (
	"errors"
	"fmt"
	"strconv"
	"time"
)

// Max is the longest that is accepted.
const Max = 366 * 24 * time.Hour

// ErrFormat describes the accepted form.
var ErrFormat = errors.New("a duration is a whole number and s, m, h or d, from 1s to 366d, e.g. 30m, 24h or 7d")

var units = map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour}

// maxDigits: 366 days in seconds have eight digits.
const maxDigits = 8

// Parse is strict: one number without sign, fraction or leading zero, one unit.
func Parse(text string) (time.Duration, error) {
	n := len(text) - 1
	if n < 1 || n > maxDigits || text[0] == '0' {
		return 0, ErrFormat
	}
	for i := range n {
		if text[i] < '0' || text[i] > '9' {
			return 0, ErrFormat
		}
	}
	unit, ok := units[text[n]]
	count, err := strconv.ParseInt(text[:n], 10, 64)
	if !ok || err != nil || time.Duration(count) > Max/unit {
		return 0, ErrFormat
	}
	return time.Duration(count) * unit, nil
}

// Format writes a duration with the largest unit that takes it whole. Fractions of
// a second are left out.
func Format(d time.Duration) string {
	for _, u := range []byte("dhm") {
		if d != 0 && d%units[u] == 0 {
			return fmt.Sprintf("%d%c", d/units[u], u)
		}
	}
	return fmt.Sprintf("%ds", d/time.Second)
}
