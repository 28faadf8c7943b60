package sellado

import (
	"cmp"
	"context"
	"errors"
	"math"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// Pruebas gives proofs to those who may have them.
type Pruebas struct {
	Sellador *Sellador // nil: nothing is sealed
	Rastro   Rastro
	Carpetas carpeta.Store
	Lecturas *auditoria.Lecturas // who takes the proof of what is about somebody else has read the trail
	Clock    func() time.Time
}

// Rastro is the part of the trail's store that proofs are made from.
type Rastro interface {
	Evento(ctx context.Context, operadorID, eventoID string) (auditoria.Evento, error)
	Eventos(ctx context.Context, c auditoria.Consulta) ([]auditoria.Evento, error)
	EmbargosDe(ctx context.Context, carpetaID string) (auditoria.Embargos, error)
}

// DeEvento proves an event. An id is no secret among those who have the event, and cannot be
// guessed by others; whoever may not see the event gets what an absent one gives.
func (s *Pruebas) DeEvento(ctx context.Context, quien auth.Principal, operadorID, eventoID string) (Prueba, error) {
	suya, err := s.suya(ctx, quien)
	if err != nil {
		return Prueba{}, err
	}
	mia := comoCiudadano(quien, suya)
	if operadorID, err = nombrado(quien, mia, operadorID); err != nil {
		return Prueba{}, err
	}
	e, err := s.Rastro.Evento(ctx, operadorID, eventoID)
	if err != nil {
		return Prueba{}, auth.Hidden(err)
	}
	if !puedeVer(quien, e, mia) {
		return Prueba{}, auth.HiddenFrom(quien)
	}
	return s.probar(ctx, quien, e, e.CarpetaID != "" && e.CarpetaID == suya.CarpetaID)
}

// probar proves an event. Its owner, in whatever role, gets the proof of what is not hidden from them; to anybody but a
// citizen who takes their own it is a reading of the trail, which is written down first.
func (s *Pruebas) probar(ctx context.Context, quien auth.Principal, e auditoria.Evento, dueno bool) (Prueba, error) {
	if dueno {
		if err := s.velar(ctx, e); err != nil {
			return Prueba{}, err
		}
	}
	if !dueno || !quien.Has(auth.Ciudadano) {
		if err := s.anotar(ctx, quien, e); err != nil {
			return Prueba{}, err
		}
	}
	return s.Sellador.Probar(ctx, e)
}

func (s *Pruebas) velar(ctx context.Context, e auditoria.Evento) error {
	velo, err := s.Rastro.EmbargosDe(ctx, e.CarpetaID)
	if err == nil && (e.EsConsulta() || velo.Oculta(e, s.Clock())) {
		err = auth.NotFound()
	}
	return err
}

func (s *Pruebas) anotar(ctx context.Context, quien auth.Principal, e auditoria.Evento) error {
	return s.Lecturas.Anotar(ctx, auditoria.Leido{
		Tipo: auditoria.AuditoriaLeida, Recurso: auditoria.Recurso{Tipo: "evento", ID: e.EventoID},
		OperadorID: e.OperadorID, CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID,
	}.Por(quien))
}

// nombrado is the operador that somebody names, or their own.
func nombrado(quien auth.Principal, mia carpeta.Carpeta, operadorID string) (string, error) {
	if id := cmp.Or(operadorID, mia.OperadorID, quien.OperadorID); id != "" || !quien.Has(auth.Auditor) {
		return id, nil
	}
	return "", fault.New(fault.BadUserInput, "Un auditor indica de qué operador es el registro.").
		WithRecuperacion("Envíe operadorId.")
}

// DeCrecimiento proves that a log only grew: to its operador, to auditors, and to the citizens whose
// carpeta it keeps, because they have receipts of it. Nil: nothing is sealed, or the log is damaged.
func (s *Pruebas) DeCrecimiento(ctx context.Context, quien auth.Principal, operadorID string, desde int64) (*Crecimiento, error) {
	id, err := s.registroDe(ctx, quien, operadorID)
	if err != nil {
		return nil, err
	}
	if s.Sellador == nil {
		return nil, nil
	}
	c, err := s.Sellador.Crecer(ctx, id, desde)
	switch {
	case err == nil:
		return &c, nil
	case errors.Is(err, fault.NotFound), s.Sellador.danado(id, err):
		return nil, nil
	}
	return nil, err
}

// registroDe is whose log somebody may compare.
func (s *Pruebas) registroDe(ctx context.Context, quien auth.Principal, operadorID string) (string, error) {
	suya, err := s.suya(ctx, quien)
	if err != nil {
		return "", err
	}
	mia := comoCiudadano(quien, suya)
	id, err := nombrado(quien, mia, operadorID)
	if err != nil || id != "" && id == mia.OperadorID {
		return id, err
	}
	return id, auth.MayReadOperador(quien, id)
}

// suya is the carpeta of a person, in whatever role they ask; empty if they have none.
func (s *Pruebas) suya(ctx context.Context, quien auth.Principal) (carpeta.Carpeta, error) {
	c, err := s.Carpetas.CarpetaDeCiudadano(ctx, quien.Sub)
	if errors.Is(err, fault.NotFound) {
		return carpeta.Carpeta{}, nil
	}
	return c, err
}

// comoCiudadano is a person's carpeta as far as their role lets them have it.
func comoCiudadano(quien auth.Principal, suya carpeta.Carpeta) carpeta.Carpeta {
	if !quien.Has(auth.Ciudadano) {
		return carpeta.Carpeta{}
	}
	return suya
}

// puedeVer: auditors everything, owners what is about their carpeta, an operador its own trail
// but for what the staff of others read, and for consent.
func puedeVer(quien auth.Principal, e auditoria.Evento, mia carpeta.Carpeta) bool {
	switch {
	case quien.Has(auth.Auditor), e.CarpetaID != "" && e.CarpetaID == mia.CarpetaID:
		return true
	case auth.MayReadOperador(quien.Quiet(), e.OperadorID) != nil:
		return false
	}
	return !e.AjenaA(quien.OperadorID) && !e.Tipo.EsDeConsentimiento()
}

// Constancia is the receipt of a deletion: the proof of the event that completed it. It is found
// by the deletion's id in the trail, which outlives the deletion. What is looked at to find it is in the field's price:
// charged by what is there, it would tell a stranger of somebody else's deletion.
func (s *Pruebas) Constancia(ctx context.Context, quien auth.Principal, eliminacionID string) (Prueba, error) {
	sinCargo, _ := quota.WithTab(ctx, math.MaxInt)
	es, err := s.Rastro.Eventos(sinCargo, auditoria.Consulta{
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
	return s.probar(ctx, quien, es[0], c.CiudadanoID != "" && c.CiudadanoID == quien.Sub)
}
