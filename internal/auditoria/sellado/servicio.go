package sellado

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Pruebas gives proofs to those who may have them.
type Pruebas struct {
	Sellador *Sellador // nil: nothing is sealed
	Rastro   Rastro
	Carpetas carpeta.Store
}

// Rastro is the part of the trail's store that proofs are made from.
type Rastro interface {
	Evento(ctx context.Context, operadorID, eventoID string) (auditoria.Evento, error)
	Eventos(ctx context.Context, c auditoria.Consulta) ([]auditoria.Evento, error)
}

// DeEvento proves an event. An id is no secret among those who have the event, and cannot be
// guessed by others; whoever may not see the event gets what an absent one gives.
func (s *Pruebas) DeEvento(ctx context.Context, quien auth.Principal, operadorID, eventoID string) (Prueba, error) {
	mia, err := s.mia(ctx, quien)
	if err != nil {
		return Prueba{}, err
	}
	if operadorID == "" {
		if operadorID = quien.OperadorID; mia.OperadorID != "" {
			operadorID = mia.OperadorID
		}
	}
	if operadorID == "" && quien.Has(auth.Auditor) {
		return Prueba{}, fault.New(fault.BadUserInput, "Un auditor indica de qué operador es el evento.").
			WithRecuperacion("Envíe operadorId.")
	}
	e, err := s.Rastro.Evento(ctx, operadorID, eventoID)
	if err != nil {
		return Prueba{}, auth.Hidden(err)
	}
	if !puedeVer(quien, e, mia) {
		return Prueba{}, auth.HiddenFrom(quien)
	}
	return s.Sellador.Probar(ctx, e)
}

// mia is the carpeta of a citizen; nobody else has one.
func (s *Pruebas) mia(ctx context.Context, quien auth.Principal) (carpeta.Carpeta, error) {
	if !quien.Has(auth.Ciudadano) {
		return carpeta.Carpeta{}, nil
	}
	c, err := s.Carpetas.CarpetaDeCiudadano(ctx, quien.Sub)
	if errors.Is(err, fault.NotFound) {
		return carpeta.Carpeta{}, nil
	}
	return c, err
}

// puedeVer: auditors everything, owners what is about their carpeta, an operador its own trail
// but for what the staff of others read.
func puedeVer(quien auth.Principal, e auditoria.Evento, mia carpeta.Carpeta) bool {
	switch {
	case quien.Has(auth.Auditor), e.CarpetaID != "" && e.CarpetaID == mia.CarpetaID:
		return true
	case auth.MayReadOperador(quien.Quiet(), e.OperadorID) != nil:
		return false
	}
	return !e.AjenaA(quien.OperadorID)
}

// Constancia is the receipt of a deletion: the proof of the event that completed it. It is found
// by the deletion's id in the trail, which outlives the deletion.
func (s *Pruebas) Constancia(ctx context.Context, quien auth.Principal, eliminacionID string) (Prueba, error) {
	es, err := s.Rastro.Eventos(ctx, auditoria.Consulta{
		Filtro: auditoria.Filtro{CorrelacionID: eliminacionID, Tipo: auditoria.EliminacionCompletada}, Limite: 1,
	})
	if err != nil {
		return Prueba{}, err
	}
	if len(es) == 0 {
		return Prueba{}, auth.NotFound()
	}
	c, err := s.Carpetas.Carpeta(ctx, es[0].CarpetaID)
	if err != nil && !errors.Is(err, fault.NotFound) { // a carpeta that is gone has no owner any more
		return Prueba{}, err
	}
	if err := auth.MayReadEliminacion(quien, c.CiudadanoID, es[0].OperadorID); err != nil {
		return Prueba{}, err
	}
	return s.Sellador.Probar(ctx, es[0])
}
