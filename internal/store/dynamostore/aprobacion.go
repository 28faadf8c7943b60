package dynamostore

import (
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Attributes of a request to delete a certified document; other sagas have none of
// them, and stay below 1 KB.
const (
	aAprobacion = "aprobacion"
	aMotivo     = "motivo"
	aUntil      = "hasta"
	aDecision   = "decision"
	aDecidedBy  = "decididaPor"
	aDecidedAt  = "decididaEn"
	aComment    = "comentario"
)

func aprobacionItem(s eliminacion.PedidoDeAprobacion) item {
	i := item{aDecision: text(string(s.Decision))}
	setText(i, aMotivo, s.Motivo)
	setDate(i, aUntil, s.Hasta, formatSaga)
	setText(i, aDecidedBy, s.DecididaPor)
	setDate(i, aDecidedAt, s.DecididaEn, formatSaga)
	setText(i, aComment, s.Comentario)
	return i
}

func aprobacionOf(g *reader) (*eliminacion.PedidoDeAprobacion, error) {
	if _, found := g.item[aAprobacion]; !found {
		return nil, nil
	}
	l := g.nested(aAprobacion)
	return &eliminacion.PedidoDeAprobacion{
		Motivo: l.text(aMotivo), Hasta: l.date(aUntil), Decision: eliminacion.Decision(l.text(aDecision)),
		DecididaPor: l.text(aDecidedBy), DecididaEn: l.date(aDecidedAt), Comentario: l.text(aComment),
	}, l.err
}
