package model

import (
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/ground/duracion"
)

// MarshalDuracion writes a relative time; null for none.
func MarshalDuracion(d time.Duration) graphql.Marshaler {
	if d == 0 {
		return graphql.Null
	}
	return graphql.MarshalString(duracion.Format(d))
}

// UnmarshalDuracion reads a relative time such as 24h; none for null.
func UnmarshalDuracion(v any) (time.Duration, error) {
	if v == nil {
		return 0, nil
	}
	s, ok := v.(string)
	if !ok {
		return 0, duracion.ErrFormat
	}
	return duracion.Parse(s)
}
