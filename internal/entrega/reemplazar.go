package entrega

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const sinReemplazada = "El entregaId de una entrega suya a este ciudadano, que ya confirmó."

// reemplazable reads what a delivery replaces. It was delivered before, by the same entity to the same citizen, and
// nothing replaced it: so replacements are a line, and never a circle.
func (s *Servicio) reemplazable(ctx context.Context, e Entrega) (Correccion, error) {
	c, err := s.correccion(ctx, Nombre{e.EntidadID, e.Declaracion.ReemplazaA})
	switch {
	case errors.Is(err, fault.NotFound), err == nil && (c.Visto.CiudadanoID != e.CiudadanoID || c.Visto.EntregadaEn.IsZero()):
		return c, fault.New(fault.BadUserInput, "Revise los datos del documento.").WithCampo("reemplazaA", sinReemplazada)
	case err != nil:
		return c, err
	case !c.Visto.RevocadaEn.IsZero():
		return c, fault.New(fault.EntregaRevocada, "La entrega que nombra fue revocada: entregue el documento sin reemplazarla.")
	case c.Visto.ReemplazadaPor != "" && c.Visto.ReemplazadaPor != e.EntregaID:
		return c, fault.Plain(fault.EntregaReemplazada)
	}
	return c, nil
}

// puedeReemplazar refuses a new delivery for one that was replaced or taken back. The same content again is no new
// delivery: its first one is the answer, whatever became of the one that it replaces. The confirmation asks once more.
func (s *Servicio) puedeReemplazar(ctx context.Context, e Entrega, hash string) error {
	_, err := s.reemplazable(ctx, e)
	if !errors.Is(err, fault.EntregaReemplazada) && !errors.Is(err, fault.EntregaRevocada) {
		return err
	}
	primera, alBuscar := s.Store.DocumentoDeHash(ctx, e.CarpetaID, hash, e.EntidadID)
	if alBuscar == nil {
		_, alBuscar = s.Documentos.Store.Documento(ctx, documento.Clave{CarpetaID: e.CarpetaID, DocumentoID: primera.EntregaID})
	}
	if errors.Is(alBuscar, fault.NotFound) {
		return err
	}
	return alBuscar
}

// confirmar makes a delivery visible, with its place in a status list, and what it replaces replaced.
func (s *Servicio) confirmar(ctx context.Context, e *Entrega, visto, d documento.Documento, operadorID string) (documento.Documento, error) {
	var err error
	if e.Posicion, err = s.posicion(ctx); err != nil {
		return documento.Documento{}, err
	}
	h := s.Escribano.Levantar(ctx, d.Hecho(auditoria.DocumentoEntregado, operadorID)) // last: its write begins soon
	emision, err := s.emision(ctx, *e, d, operadorID)
	if err != nil {
		return documento.Documento{}, err
	}
	e.EmisionID = emision.EventoID
	if e.Declaracion.ReemplazaA == "" {
		return s.Store.ConfirmarEntrega(ctx, Confirmada{Entrega: *e, Visto: visto, Documento: d}, h, emision)
	}
	for range maxIntentos {
		r, err := s.reemplazo(ctx, *e, d)
		if err != nil {
			return documento.Documento{}, err
		}
		final, err := s.Store.ConfirmarEntrega(ctx, Confirmada{Entrega: *e, Visto: visto, Documento: d, Reemplaza: &r}, h, emision)
		if err == nil {
			s.avisar(r.Correccion)
		}
		if !errors.As(err, new(Corregida)) {
			return final, auth.Hidden(err)
		}
	}
	return documento.Documento{}, fault.Plain(fault.Conflict)
}

// reemplazo is what becomes of the delivery that this one replaces.
func (s *Servicio) reemplazo(ctx context.Context, e Entrega, d documento.Documento) (r Reemplazo, err error) {
	if r.Correccion, err = s.reemplazable(ctx, e); err != nil {
		return r, err
	}
	r.Entrega.ReemplazadaPor, r.Entrega.ModificadaEn = e.EntregaID, d.FechaUltimaModificacion
	if r.ConDocumento() {
		r.Documento = r.Documento.AlReemplazar(d.DocumentoID, d.FechaUltimaModificacion)
	}
	r.Hecho, err = s.hecho(ctx, auditoria.EntregaReemplazada, r.Correccion)
	return r, err
}
