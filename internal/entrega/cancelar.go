package entrega

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Cancelar ends a delivery of the caller's entity that was announced and not confirmed, as documento.Servicio.CancelarCarga
// ends an upload: the same content may be announced anew at once, also with another statement. One that was cancelled or
// has expired stays as it is. What it took of the budgets of a day stays taken, as that of an expired one does.
func (s *Servicio) Cancelar(ctx context.Context, quien auth.Principal, entregaID string) (Entrega, error) {
	if err := auth.MayEntregar(quien); err != nil {
		return Entrega{}, err
	}
	if err := s.gastar(quien.EntidadID); err != nil {
		return Entrega{}, err
	}
	ctx = auditoria.ConAutor(ctx, quien, "")
	for range maxIntentos {
		e, d, err := s.anunciada(ctx, quien, entregaID)
		if err != nil || d.DocumentoID == "" {
			return e, err
		}
		if !d.Cancelada() {
			if err := d.Terminable(s.Clock()); err != nil {
				return Entrega{}, err
			}
			e, d, err = s.cancelar(ctx, e, d)
		}
		switch {
		case errors.Is(err, fault.Conflict), errors.Is(err, fault.NotFound): // confirmed or swept meanwhile
			continue
		case err != nil:
			return Entrega{}, err
		}
		return e, s.Documentos.Retirar(ctx, d)
	}
	return Entrega{}, fault.Plain(fault.Conflict)
}

// anunciada reads a delivery that is not confirmed, and what waits for its file; no document if nothing does any more.
func (s *Servicio) anunciada(ctx context.Context, quien auth.Principal, entregaID string) (Entrega, documento.Documento, error) {
	e, err := s.ver(ctx, quien, entregaID)
	if err != nil {
		return Entrega{}, documento.Documento{}, err
	}
	d, err := s.Documentos.Store.AunVencido(ctx, e.Clave())
	switch {
	case !e.EntregadaEn.IsZero(), err == nil && d.Estado != documento.Cargando:
		return Entrega{}, documento.Documento{}, fault.Plain(fault.EntregaConfirmada)
	case errors.Is(err, fault.NotFound):
		return e, documento.Documento{}, nil
	}
	return e, d, err
}

// cancelar writes the end of a delivery, and of the document that waits.
func (s *Servicio) cancelar(ctx context.Context, e Entrega, d documento.Documento) (Entrega, documento.Documento, error) {
	c, err := s.Carpetas.Carpeta(ctx, e.CarpetaID)
	if err != nil {
		return e, d, auth.Hidden(err)
	}
	e.CanceladaEn = documento.Milisegundos(s.Clock())
	e.ModificadaEn = e.CanceladaEn
	d, err = s.Store.CancelarEntrega(ctx, e, d, s.Escribano.Levantar(ctx, d.Hecho(auditoria.CargaCancelada, c.OperadorID)))
	return e, d, err
}
