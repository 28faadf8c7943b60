package encode

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/duracion"
)

const (
	null = "null"
	hex  = "0123456789ABCDEF"
)

// appendMoment writes a DateTime, as model.MarshalDateTime does.
func appendMoment(b []byte, t time.Time) []byte {
	if t.IsZero() {
		return append(b, null...)
	}
	return append(duracion.AppendInstant(append(b, '"'), t), '"')
}

// appendText writes a text with the escapes that gqlgen writes, and no others.
func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[from:i]...)
		b = appendEscape(b, c)
		from = i + 1
	}
	return append(append(b, s[from:]...), '"')
}

func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	default:
		return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
	}
}
