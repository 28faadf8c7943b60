package sellado

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Llaves are the keys that sign.
func (s *Sellador) Llaves() Llaves { return s.cfg.Llaves }

// Lector proves things about the published log of an operador.
func (s *Sellador) Lector(operadorID string) (sello.Reader, error) {
	keys, err := s.cfg.Llaves.Publicas(operadorID)
	return sello.Reader{Objects: s.cfg.Objetos, Prefix: Prefijo(operadorID), Keys: keys}, err
}

// Revisar reads the whole log of an operador and computes every hash of it again. What does not
// fit is Damage; a store that does not answer is not.
func (s *Sellador) Revisar(ctx context.Context, operadorID string) (verify.Signed, error) {
	l, err := s.Lector(operadorID)
	if err != nil {
		return verify.Signed{}, err
	}
	var failed error
	signed, err := verify.Log(ctx, func(ctx context.Context, path string) ([]byte, error) {
		data, err := l.Objects.Get(ctx, l.Prefix+path)
		if err != nil && !errors.Is(err, fault.NotFound) {
			failed = err
		}
		return data, err
	}, l.Keys)
	if err != nil && failed == nil {
		err = sello.Broken(err.Error())
	}
	return signed, err
}
