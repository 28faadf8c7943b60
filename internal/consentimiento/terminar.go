package consentimiento

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Terminar ends an authorisation of the caller's own: after its answer no look begins. One that is over stays as it is, and
// nobody is told again.
func (s *Servicio) Terminar(ctx context.Context, quien auth.Principal, n NombreAutorizacion) (Autorizacion, error) {
	a, err := s.suya(ctx, quien, n)
	if err != nil || a.Estado(s.Clock()) != Vigente {
		return a, err
	}
	h := s.alFin(ctx, quien, a, auditoria.AutorizacionTerminada)
	a.TerminadaEn = despues(s.Clock(), a.ModificadaEn)
	a.ModificadaEn, a.FinID = a.TerminadaEn, h.EventoID
	a, err = s.Store.TerminarAutorizacion(ctx, a, h)
	if err == nil && a.FinID == h.EventoID {
		s.avisar(a.CarpetaID, a.AutorizacionID, NovedadAutorizacion, a.ModificadaEn)
	}
	return a, err
}

// PedirBorrado asks an entity to erase what it keeps of what it saw, once an authorisation is over: an event, and news for the
// entity. Repeating it changes nothing.
func (s *Servicio) PedirBorrado(ctx context.Context, quien auth.Principal, n NombreAutorizacion) (Autorizacion, error) {
	a, err := s.suya(ctx, quien, n)
	switch {
	case err != nil || !a.BorradoPedidoEn.IsZero():
		return a, err
	case a.Estado(s.Clock()) == Vigente:
		return a, fault.Plain(fault.AutorizacionInForce)
	}
	a.BorradoPedidoEn = despues(s.Clock(), a.ModificadaEn)
	a.ModificadaEn = a.BorradoPedidoEn
	return s.Store.PedirBorrado(ctx, a, s.alFin(ctx, quien, a, auditoria.AutorizacionBorradoPedido))
}

// alFin is an event of the end of an authorisation, by its owner. It names the event that gave the authorisation.
func (s *Servicio) alFin(ctx context.Context, quien auth.Principal, a Autorizacion, t auditoria.Tipo) auditoria.Evento {
	h := a.hecho(t, a.OperadorID)
	h.Datos[datoOtorgamento] = a.EventoID
	return s.Escribano.Levantar(auditoria.ConAutor(ctx, quien, a.CiudadanoID), h)
}
