package resolvers

import (
	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
)

// reencolados is the payload of a redrive, also of one that changed nothing.
func reencolados(done *operacion.Resultado, errores []model.ReencolarMensajesError) *model.ReencolarMensajesPayload {
	r := orZero(done)
	p := &model.ReencolarMensajesPayload{
		Simulado: r.Simulado, Lotes: r.Lotes, Reencolados: int32(r.Reencolados), Restantes: int32(r.Restantes),
		DetenidoPor: nullable(r.Parada), Detalle: nullable(r.Detalle), Errores: errores,
	}
	if p.Lotes == nil {
		p.Lotes = []operacion.Lote{}
	}
	return p
}
