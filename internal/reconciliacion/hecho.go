package reconciliacion

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// levantar writes down what mends a difference.
func (r *Reconciliador) levantar(ctx context.Context, h auditoria.Evento, t Tipo, m Motivo) auditoria.Evento {
	h.Servicio = auditoria.Reconciliador
	if h.Datos == nil {
		h.Datos = map[string]string{}
	}
	h.Datos["diferencia"] = string(t)
	if m != "" {
		h.Datos["motivo"] = string(m)
	}
	return r.Escribano.Levantar(ctx, h)
}

// porSaga is the event of a saga that mends.
func (r *Reconciliador) porSaga(ctx context.Context, e eliminacion.Eliminacion, h Hallazgo) auditoria.Evento {
	return r.levantar(ctx, e.Hecho(auditoria.ReconciliacionReparada), h.Tipo, h.Motivo)
}

// enCarpeta is the event of a correction of a carpeta's numbers.
func (r *Reconciliador) enCarpeta(ctx context.Context, c carpeta.Carpeta, t Tipo, m Motivo) auditoria.Evento {
	return r.levantar(ctx, c.Hecho(auditoria.ReconciliacionReparada), t, m)
}
