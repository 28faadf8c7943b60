package rules

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// LeerMarca implements marca.Store. A mark stands beside the carpetas under an internal key.
func (s *Store) LeerMarca(ctx context.Context, name string) (marca.Marca, error) {
	m := marca.Marca{Nombre: name}
	i, err := s.item(op(ctx, "LeerMarca"), Carpetas, Internal(name))
	if errors.Is(err, fault.NotFound) {
		return m, nil
	}
	l := records.Fields{Item: i}
	m.Token, m.Dueno, m.Hasta = l.Number(aToken), l.Text(aDueno), l.Time(aUntil)
	if d := l.Text(aData); d != "" {
		m.Datos = []byte(d)
	}
	return m, errors.Join(err, l.Err)
}

// EscribirMarca implements marca.Store.
func (s *Store) EscribirMarca(ctx context.Context, m marca.Marca) (marca.Marca, error) {
	i := Carpetas.Keyed(Internal(m.Nombre)).With(aToken, records.Number(m.Token+1)).With(aDueno, records.Text(m.Dueno)).
		With(aData, records.Text(string(m.Datos))).With(aUntil, records.Date(m.Hasta, records.FormatNanos))
	err := s.DB.Write(op(ctx, "EscribirMarca"), []records.Part{records.Put(Carpetas, i).When(records.Same(aToken, records.Number(m.Token)))}, nil)
	m.Token++
	return m, err
}
