package resolvers

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

type novedad = eliminacion.Novedad

var novedadType = &encode.Type[novedad]{Name: "Novedad", Rest: []string{"autorizacion", "solicitud"}, Fields: encode.Fields[novedad]{
	"novedadId":         encode.Text(func(n *novedad) string { return n.ID() }),
	"cursor":            encode.Text(func(n *novedad) string { return n.Cursor }),
	"tipo":              encode.Text(func(n *novedad) eliminacion.TipoNovedad { return n.Tipo }),
	"en":                encode.Moment(func(n *novedad) time.Time { return n.En }),
	"documentoId":       encode.TextIfAny(documentoIn),
	"documentoGlobalId": encode.TextIfAny(idIn),
	"documento":         encode.Beside(source(shownIn), documentoType.Itself()),
	"eliminacion":       encode.Object(eliminacionType, func(n *novedad) *saga { return n.Eliminacion }),

	"totalDocumentosAproximado": encode.Beside(source(totalIn), encode.Whole(func(n *int64) int64 { return *n })),
	"totalEnPapeleraAproximado": encode.Beside(source(binTotalIn), encode.Whole(func(n *int64) int64 { return *n })),
}}

// documentoIn is the id of the document that news are about; empty for news of consent.
func documentoIn(n *novedad) string {
	switch documento.TipoNovedad(n.Tipo) {
	case consentimiento.NovedadSolicitud, consentimiento.NovedadAutorizacion:
		return ""
	}
	return n.Clave.DocumentoID
}

// idIn is the global id of the document that news are about, also of one that is gone.
func idIn(n *novedad) string {
	if documentoIn(n) == "" {
		return ""
	}
	return documento.Fila{CarpetaID: n.Clave.CarpetaID, DocumentoID: n.Clave.DocumentoID}.ID()
}
