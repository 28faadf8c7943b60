package eliminacion

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// Cancelar takes a deletion back while its undo window is open, or a request that
// nobody has decided yet.
func (s *Servicio) Cancelar(ctx context.Context, quien auth.Principal, eventoID string) (Eliminacion, error) {
	return s.intervenir(ctx, quien, eventoID, intervencion{suceso: SucesoCancelar, permite: func(e Eliminacion, dueno string) error {
		if e.Aprobacion != nil {
			return auth.MayRetirar(quien, dueno, e.OperadorID, e.SolicitadaPor)
		}
		return auth.MayCancelar(quien, dueno, e.OperadorID)
	}})
}

// BorrarYa ends the undo window of a deletion: it goes on at once. That a window is over already is no mistake.
func (s *Servicio) BorrarYa(ctx context.Context, quien auth.Principal, eventoID string) (Eliminacion, error) {
	return s.intervenir(ctx, quien, eventoID, intervencion{suceso: SucesoBorrarYa, permite: func(e Eliminacion, dueno string) error {
		return auth.MayCancelar(quien, dueno, e.OperadorID)
	}})
}

// Reintentar runs a failed deletion again that is past its pivot.
func (s *Servicio) Reintentar(ctx context.Context, quien auth.Principal, eventoID string) (Eliminacion, error) {
	return s.intervenir(ctx, quien, eventoID, intervencion{suceso: SucesoReintentar, permite: func(e Eliminacion, dueno string) error {
		return auth.MayReintentar(quien, dueno, e.OperadorID)
	}})
}

// intervencion is a person's action on a saga under way, and its permission.
type intervencion struct {
	suceso     Suceso
	comentario string
	permite    func(e Eliminacion, dueno string) error
}

func (s *Servicio) intervenir(ctx context.Context, quien auth.Principal, eventoID string, p intervencion) (Eliminacion, error) {
	desde := s.Clock() // before the reading: what changes nothing is known since then
	e, dueno, err := s.conDueno(ctx, eventoID)
	if err != nil {
		return Eliminacion{}, err
	}
	if err := p.permite(e, dueno); err != nil {
		return Eliminacion{}, err
	}
	h := hecho{suceso: p.suceso, Detalle: Detalle{Quien: quien.Sub, Comentario: p.comentario}}
	e, cambio, err := s.ocurrir(auditoria.ConAutor(ctx, quien, dueno), e, h)
	if err != nil {
		return e, err
	}
	if cambio && e.Aprobacion != nil && p.suceso != SucesoReintentar {
		s.anotarDecision(e, quien, dueno)
	}
	if cambio || empieza[p.suceso] && s.sinAvance(e) { // repeated, because the first answer was lost
		s.encaminar(EnMano{Eliminacion: e, Leida: desde})
	}
	return e, nil
}
