package entrega

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// emision is the event that the document's verifiable file proves to anybody. It stands in the log of who keeps the
// carpeta, and names no carpeta, document or person; nor the request, which the other events of the delivery name.
func (s *Servicio) emision(ctx context.Context, e Entrega, d documento.Documento, operadorID string) (auditoria.Evento, error) {
	llave, err := auth.ParsePublicKey([]byte(e.Firma.JWK))
	if err != nil {
		return auditoria.Evento{}, fault.Wrap(fault.Internal, err) // it was checked when it signed
	}
	emision := verificable.Emision{EntidadID: e.EntidadID, Huella: llave.Huella(), Resumen: verificable.Resumen(firmado(e, d), e.Firma.JWS)}
	if estado, hay := e.Posicion.Referencia(); hay {
		emision.Estado = estado.Referencia()
	}
	h := s.Escribano.Levantar(ctx, auditoria.Evento{
		Tipo: auditoria.Emision, Recurso: auditoria.Recurso{Tipo: "entidad", ID: e.EntidadID}, OperadorID: operadorID,
		Actor: auditoria.Actor{Tipo: auditoria.DelPrograma, ID: string(auditoria.API)},
		Datos: emision.Datos(),
	})
	h.CorrelacionID = h.EventoID
	return h, nil
}
