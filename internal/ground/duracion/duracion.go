package duracion

import (
	"errors"
	"fmt"
	"strconv"
	"time"
)

// Max is the longest that is accepted.
const Max = 366 * 24 * time.Hour

// ErrFormato describes the accepted form.
var ErrFormato = errors.New("a duration is a whole number and s, m, h or d, from 1s to 366d, e.g. 30m, 24h or 7d")

var unidades = map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour}

// maxCifras: 366 days in seconds have eight digits.
const maxCifras = 8

// Leer is strict: one number without sign, fraction or leading zero, one unit.
func Leer(texto string) (time.Duration, error) {
	n := len(texto) - 1
	if n < 1 || n > maxCifras || texto[0] == '0' {
		return 0, ErrFormato
	}
	for i := range n {
		if texto[i] < '0' || texto[i] > '9' {
			return 0, ErrFormato
		}
	}
	unidad, hay := unidades[texto[n]]
	cuantas, err := strconv.ParseInt(texto[:n], 10, 64)
	if !hay || err != nil || time.Duration(cuantas) > Max/unidad {
		return 0, ErrFormato
	}
	return time.Duration(cuantas) * unidad, nil
}

// Texto writes a duration with the largest unit that takes it whole. Fractions of
// a second are left out.
func Texto(d time.Duration) string {
	for _, u := range []byte("dhm") {
		if d != 0 && d%unidades[u] == 0 {
			return fmt.Sprintf("%d%c", d/unidades[u], u)
		}
	}
	return fmt.Sprintf("%ds", d/time.Second)
}
