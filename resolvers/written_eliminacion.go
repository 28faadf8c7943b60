package resolvers

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

type (
	saga   = eliminacion.Eliminacion
	avance = eliminacion.Progreso
	falla  = eliminacion.Falla
	cambio = eliminacion.Cambio

	recuerdo = eliminacion.Recuerdo
	people   = eliminacion.Auditoria
	pedido   = eliminacion.PedidoDeAprobacion
)

var eliminaciones = encode.Connection("Eliminacion", eliminacionType, nil)

var eliminacionType = &encode.Type[saga]{
	Name: "Eliminacion", As: []string{"Node"},
	// A carpeta has lists of its own, and a proof is read for itself.
	Rest: []string{"carpeta", "constancia"},
	Fields: encode.Fields[saga]{
		"id":              encode.Text(func(e *saga) string { return e.ID() }),
		"eventoId":        encode.Text(func(e *saga) string { return e.EventoID }),
		"estado":          encode.Text(func(e *saga) eliminacion.EstadoSaga { return e.Estado }),
		"pasoActual":      encode.Text(func(e *saga) eliminacion.Paso { return e.Paso }),
		"secuencia":       encode.Whole(func(e *saga) int64 { return e.Secuencia }),
		"estadoEvento":    encode.Text(func(e *saga) eliminacion.EstadoEvento { return e.EstadoEvento() }),
		"progreso":        encode.Object(avanceType, func(e *saga) *avance { return new(e.Progreso()) }),
		"documentoId":     encode.Text(func(e *saga) string { return e.DocumentoID }),
		"solicitadaEn":    encode.Moment(func(e *saga) time.Time { return e.SolicitadaEn }),
		"enPapelera":      encode.Truth(func(e *saga) bool { return e.EnPapelera }),
		"cancelableHasta": encode.Moment(func(e *saga) time.Time { return e.VentanaHasta }),
		"completadaEn":    encode.Moment(func(e *saga) time.Time { return e.CompletadaEn }),
		"errores":         encode.Elements(fallaType, func(e *saga) []falla { return e.Errores }),
		"historia":        encode.Elements(cambioType, func(e *saga) []cambio { return e.Historia }),

		"titulo":        recordado(encode.TextIfAny(func(r *recuerdo) string { return r.Titulo })),
		"tipo":          recordado(encode.TextIfAny(func(r *recuerdo) documento.Tipo { return r.Tipo })),
		"clase":         recordado(ofKind(kindIn)),
		"nombreArchivo": recordado(encode.TextIfAny(func(r *recuerdo) string { return r.NombreArchivo })),
		"tamanoBytes":   recordado(encode.Whole(func(r *recuerdo) int64 { return r.TamanoBytes })),
		"hashDocumento": recordado(encode.TextIfAny(func(r *recuerdo) string { return r.Hash })),
		"certificado":   recordado(encode.Truth(func(r *recuerdo) bool { return r.Certificado })),
		"emisor":        recordado(encode.Object(emisorType, issuerIn)),

		"documentoGlobalId":    encode.Beside(source(globalIDOf), textItself),
		"documentoEliminadoId": encode.Beside(source(goneIDOf), textItself),
		"auditoria":            encode.Beside(decided(peopleOf), peopleType.Itself()),
		"aprobacion":           encode.Object(aprobacionType, func(e *saga) *pedido { return e.Aprobacion }),
	},
}

// recordado is a field of what the caller may know of a deletion's document.
func recordado(f encode.Field[recuerdo]) encode.Field[saga] { return encode.Beside(memories, f) }

var textItself = encode.Text(func(id *string) string { return *id })

var peopleType = &encode.Type[people]{Name: "Auditoria", Fields: encode.Fields[people]{
	"carpetaId":     encode.Text(func(a *people) string { return a.CarpetaID }),
	"operadorId":    encode.Text(func(a *people) string { return a.OperadorID }),
	"solicitadaPor": encode.Text(func(a *people) string { return a.SolicitadaPor }),
	"decididaPor":   encode.TextIfAny(func(a *people) string { return a.DecididaPor }),
}}

var aprobacionType = &encode.Type[pedido]{Name: "Aprobacion", Fields: encode.Fields[pedido]{
	"motivo":     encode.Text(func(s *pedido) string { return s.Motivo }),
	"hasta":      encode.Moment(func(s *pedido) time.Time { return s.Hasta }),
	"resultado":  encode.Text(func(s *pedido) eliminacion.Decision { return s.Decision }),
	"decididaEn": encode.Moment(func(s *pedido) time.Time { return s.DecididaEn }),
	"comentario": encode.TextIfAny(func(s *pedido) string { return s.Comentario }),
}}

var avanceType = &encode.Type[avance]{Name: "Progreso", Fields: encode.Fields[avance]{
	"paso":             encode.Whole(func(p *avance) int64 { return int64(p.Paso) }),
	"totalPasos":       encode.Whole(func(p *avance) int64 { return int64(p.TotalPasos) }),
	"intento":          encode.Whole(func(p *avance) int64 { return int64(p.Intento) }),
	"proximoReintento": encode.Moment(func(p *avance) time.Time { return p.ProximoReintento }),
}}

var fallaType = &encode.Type[falla]{Name: "FallaDePaso", Fields: encode.Fields[falla]{
	"paso":    encode.Text(func(f *falla) eliminacion.Paso { return f.Paso }),
	"codigo":  encode.Text(func(f *falla) string { return f.Codigo }),
	"mensaje": encode.Text(func(f *falla) string { return f.Mensaje }),
	"intento": encode.Whole(func(f *falla) int64 { return int64(f.Intento) }),
	"en":      encode.Moment(func(f *falla) time.Time { return f.En }),
}}

var cambioType = &encode.Type[cambio]{Name: "CambioDeEliminacion", Fields: encode.Fields[cambio]{
	"secuencia": encode.Whole(func(c *cambio) int64 { return c.Secuencia }),
	"estado":    encode.Text(func(c *cambio) eliminacion.EstadoSaga { return c.Estado }),
	"paso":      encode.Text(func(c *cambio) eliminacion.Paso { return c.Paso }),
	"intento":   encode.Whole(func(c *cambio) int64 { return int64(c.Intento) }),
	"en":        encode.Moment(func(c *cambio) time.Time { return c.En }),
}}
