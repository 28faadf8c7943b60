package operacion

import (
	"context"
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Rastro is where the trail is written of what changes no store of ours; of auditoria.Store.
type Rastro interface {
	Anotar(ctx context.Context, es ...auditoria.Evento) error
}

// hechos are the events of messages that are sent again, each among those of its deletion.
func (e *envio) hechos(ctx context.Context, ms []Mensaje) (hs []auditoria.Evento) {
	for _, m := range ms {
		h := auditoria.Evento{
			Tipo: auditoria.MensajeReenviado, Recurso: auditoria.Recurso{Tipo: "mensaje", ID: m.ID}, CorrelacionID: m.EventoID(),
			OperadorID: m.OperadorID(), DocumentoID: m.Message.Subject, Datos: map[string]string{"cola": e.p.Cola, "clave": m.Tipo()},
		}
		if a, err := eliminacion.ReadAviso(m.Message); err == nil {
			h.CarpetaID = a.CarpetaID
		}
		hs = append(hs, e.s.Escribano.Levantar(ctx, h))
	}
	return hs
}

// anotarFallidos says of messages that the broker did not take after all that they were not sent. If even
// that cannot be written, the trail tells of an order that nobody carried out.
func (e *envio) anotarFallidos(ctx context.Context, hs []auditoria.Evento, enviados []string) {
	var fallidos []auditoria.Evento
	for _, h := range hs {
		if !slices.Contains(enviados, h.Recurso.ID) {
			h.Resultado, h.Gravedad = auditoria.Fracaso, ""
			fallidos = append(fallidos, e.s.Escribano.Levantar(ctx, h))
		}
	}
	if len(fallidos) == 0 {
		return
	}
	if err := e.s.Rastro.Anotar(ctx, fallidos...); err != nil {
		e.s.Log.Warn("trail: messages that were not sent are not told of", "mensajes", len(fallidos), "error", err)
	}
}
