package dynamostore

import (
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Attributes of a request to delete a certified document; other sagas have none of
// them, and stay below 1 KB.
const (
	aAprobacion  = "aprobacion"
	aMotivo      = "motivo"
	aHasta       = "hasta"
	aDecision    = "decision"
	aDecididaPor = "decididaPor"
	aDecididaEn  = "decididaEn"
	aComentario  = "comentario"
)

func itemSolicitud(s eliminacion.Solicitud) item {
	i := item{aDecision: texto(string(s.Decision))}
	ponerTexto(i, aMotivo, s.Motivo)
	ponerFecha(i, aHasta, s.Hasta, formatoSaga)
	ponerTexto(i, aDecididaPor, s.DecididaPor)
	ponerFecha(i, aDecididaEn, s.DecididaEn, formatoSaga)
	ponerTexto(i, aComentario, s.Comentario)
	return i
}

func solicitudDe(g *lector) (*eliminacion.Solicitud, error) {
	if _, hay := g.item[aAprobacion]; !hay {
		return nil, nil
	}
	l := g.mapa(aAprobacion)
	return &eliminacion.Solicitud{
		Motivo: l.texto(aMotivo), Hasta: l.fecha(aHasta), Decision: eliminacion.Decision(l.texto(aDecision)),
		DecididaPor: l.texto(aDecididaPor), DecididaEn: l.fecha(aDecididaEn), Comentario: l.texto(aComentario),
	}, l.err
}
