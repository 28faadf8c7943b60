package resolvers

import (
	"context"
	"maps"
	"time"

	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/field"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

type (
	fila        = documento.Fila
	whole       = documento.Documento
	pendiente   = documento.CargaPendiente
	desechado   = documento.Desechado
	emisor      = entidad.Emisor
	ofDocumento = encode.Field[fila]
)

var documentos = encode.Connection("Documento", documentoType, encode.Fields[relay.Connection[fila]]{
	"modificacionDetectada": encode.Truth(func(c *relay.Connection[fila]) bool { return c.ModificacionDetectada }),
}).Knowing(details)

var documentoType = &encode.Type[fila]{
	Name: "Documento", As: []string{"Node"},
	Rest:   []string{"accesos", "autorizaciones", "codigos", "urlVerificable"}, // with arguments of their own
	Fields: together(ofFila, ofEmisor, ofDetalle),
}

// ofFila are the fields that a row of an index has: a page of nothing else is one read.
var ofFila = together(told(documento.CamposDeFila), encode.Fields[fila]{
	"id":             encode.Word(func(b []byte, f *fila) []byte { return f.AppendID(b) }),
	"documentoId":    encode.Text(func(f *fila) string { return f.DocumentoID }),
	"version":        encode.Whole(func(f *fila) int64 { return f.Version() }),
	"esDescargable":  encode.Truth(func(f *fila) bool { return f.EsDescargable() }),
	"estadoJuridico": encode.TextNow(estadoJuridico),
	"vigenciaDesde":  encode.TextIfAny(func(f *fila) string { return f.Dias().Desde }),
	"vigenciaHasta":  encode.TextIfAny(func(f *fila) string { return f.Dias().Hasta }),
	"numero":         encode.TextIfAny(func(f *fila) string { return f.Numero }),
	"tipo":           encode.Text(func(f *fila) documento.Tipo { return f.Tipo }),
	"clase":          ofKind(kindOf),
})

// told are the fields of rows that the API has under the same name.
func told(rows []field.Of[fila]) encode.Fields[fila] {
	fields := encode.OfTable(rows)
	delete(fields, "tipoDocumento") // in tipo
	delete(fields, "emisorId")      // in emisor
	delete(fields, "correcciones")  // in version
	delete(fields, "juridico")      // in estadoJuridico
	delete(fields, "vigencia")      // in vigenciaDesde and vigenciaHasta
	return fields
}

// ofDetalle are those of the whole document.
var ofDetalle = encode.Fields[fila]{
	"hashDocumento":           detail(encode.Text(func(d *whole) string { return d.Hash })),
	"nombreArchivo":           detail(encode.Text(func(d *whole) string { return d.NombreArchivo })),
	"tipoContenido":           detail(encode.Text(func(d *whole) string { return d.TipoContenido })),
	"esVisible":               detail(encode.Truth(func(d *whole) bool { return d.EsVisible() })),
	"fechaUltimaModificacion": detail(encode.Moment(func(d *whole) time.Time { return d.FechaUltimaModificacion })),
	"fechaEmision":            detail(encode.Moment(func(d *whole) time.Time { return d.FechaEmision })),
	"motivoRevocacion":        detail(encode.TextNow(motivoRevocacion)),
	"revocadoEn":              detail(encode.Moment(func(d *whole) time.Time { return d.RevocadoEn })),
	"reemplazadoPor":          detail(encode.TextIfAny(reemplazadoPor)),
	"reemplazaA":              detail(encode.TextIfAny(reemplazaA)),
	"urlDescarga":             detail(linked(false)),
	"urlVista":                detail(linked(true)),
}

// ofEmisor is read for those rows alone that somebody issued.
var ofEmisor = encode.Fields[fila]{
	"emisor": encode.Beside(issued, encode.Object(emisorType, func(d *whole) *emisor { return nullable(d.Emisor()) })),
}

var emisorType = &encode.Type[emisor]{Name: "Emisor", Fields: encode.Fields[emisor]{
	"entidadId": encode.Text(func(e *emisor) string { return e.EntidadID }),
	"nombre":    encode.Text(func(e *emisor) string { return e.Nombre }),
}}

func together(parts ...encode.Fields[fila]) encode.Fields[fila] {
	all := encode.Fields[fila]{}
	for _, part := range parts {
		maps.Copy(all, part)
	}
	return all
}

// linked is the link to a document's file; null if it has none. The links of a page are written down together.
func linked(vista bool) encode.Field[whole] {
	return encode.Beside(source(func(ctx context.Context, d *whole) later[*string] { return linkTo(ctx, d, vista) }), textItself)
}

// detail is a field of the whole document.
func detail(f encode.Field[whole]) ofDocumento { return encode.Beside(details, f) }

var cargas = encode.Connection("CargaPendiente", cargaType, nil)

var cargaType = &encode.Type[pendiente]{Name: "CargaPendiente", Fields: encode.Fields[pendiente]{
	"documento":  encode.Object(documentoType, func(c *pendiente) *fila { return c.Visto() }),
	"iniciadaEn": encode.Moment(func(c *pendiente) time.Time { return c.FechaRecepcion }),
	"expiraEn":   encode.Moment(func(c *pendiente) time.Time { return c.ExpiraEn }),
}}

var papelera = encode.Connection("DocumentoEnPapelera", desechadoType, nil)

var desechadoType = &encode.Type[desechado]{Name: "DocumentoEnPapelera", Fields: encode.Fields[desechado]{
	"documento":        encode.Object(documentoType, func(d *desechado) *fila { return d.Visto() }),
	"eventoId":         encode.Text(func(d *desechado) string { return d.EliminacionID }),
	"desde":            encode.Moment(func(d *desechado) time.Time { return d.Desde }),
	"recuperableHasta": encode.Moment(func(d *desechado) time.Time { return d.Hasta }),
}}
