package model

import (
	"errors"
	"io"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/ground/duracion"
)

// MarshalDateTime writes an instant in UTC with milliseconds; null for the zero time.
func MarshalDateTime(t time.Time) graphql.Marshaler {
	if t.IsZero() {
		return graphql.Null
	}
	return graphql.WriterFunc(func(w io.Writer) {
		var buf [32]byte
		_, _ = w.Write(append(duracion.AppendInstant(append(buf[:0], '"'), t), '"'))
	})
}

// UnmarshalDateTime reads RFC 3339 with zone.
func UnmarshalDateTime(v any) (time.Time, error) {
	s, ok := v.(string)
	if !ok {
		return time.Time{}, errors.New("a DateTime must be a string in RFC 3339 with zone")
	}
	t, err := duracion.ParseInstant(s)
	if err != nil {
		return time.Time{}, errors.New("a DateTime must be RFC 3339 with zone, e.g. 2026-01-31T15:04:05Z")
	}
	return t, nil
}
