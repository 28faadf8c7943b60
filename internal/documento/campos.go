package documento

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/field"
)

// Campos are the fields of a document besides its key, and CamposDeFila those of them that a list shows. Both stores
// keep what is here, under these names; the indexes of DynamoDB carry, and the API tells, those of a list.
var (
	Campos       = camposDe(tabla)
	CamposDeFila = camposDeFila(tabla)
)

// tabla has a row for each field, in the order in which the embedded store keeps them: a new field is the last row.
var tabla = []campo{
	deFila(field.Text("tipoDocumento", func(f *Fila) *string { return (*string)(&f.Tipo) })),
	deFila(field.Text("estadoDocumento", func(f *Fila) *string { return (*string)(&f.Estado) })),
	deFila(field.Truth("certificado", func(f *Fila) *bool { return &f.Certificado })),
	deFila(field.Number("tamanoBytes", func(f *Fila) *int64 { return &f.TamanoBytes })),
	deFila(field.Time("fechaRecepcion", func(f *Fila) *time.Time { return &f.FechaRecepcion })),
	deFila(field.Text("titulo", func(f *Fila) *string { return &f.Titulo })),
	deFila(field.Text("contextoDocumento", func(f *Fila) *string { return &f.Contexto })),
	deTodo(field.Text("hashDocumento", func(d *Documento) *string { return &d.Hash })),
	deTodo(field.Text("tipoContenido", func(d *Documento) *string { return &d.TipoContenido })),
	deTodo(field.Text("nombreArchivo", func(d *Documento) *string { return &d.NombreArchivo })),
	deTodo(field.Text("storagePath", func(d *Documento) *string { return &d.StoragePath })),
	deTodo(field.Text("tipoCarpeta", func(d *Documento) *string { return &d.TipoCarpeta })),
	deTodo(field.Text("estadoPrevio", func(d *Documento) *string { return (*string)(&d.EstadoPrevio) })),
	deTodo(field.Text("eliminacionId", func(d *Documento) *string { return &d.EliminacionID })),
	deTodo(field.Time("fechaUltimaModificacion", func(d *Documento) *time.Time { return &d.FechaUltimaModificacion })),
	deTodo(field.Time("expiraEn", func(d *Documento) *time.Time { return &d.ExpiraEn })),
	deTodo(field.Time("reservadaHasta", func(d *Documento) *time.Time { return &d.ReservadaHasta })),
	deFila(field.Text("emisorId", func(f *Fila) *string { return &f.EmisorID })),
	deTodo(field.Text("emisorNombre", func(d *Documento) *string { return &d.EmisorNombre })),
	deTodo(field.Time("fechaEmision", func(d *Documento) *time.Time { return &d.FechaEmision })),
	deTodo(field.Text("tipoVista", func(d *Documento) *string { return &d.TipoVista })),
	deTodo(field.Number("tamanoParte", func(d *Documento) *int64 { return &d.Partes.Tamano })),
	deTodo(field.Text("partesId", func(d *Documento) *string { return &d.Partes.ID })),
	deTodo(field.Number("verificados", func(d *Documento) *int64 { return &d.Partes.Verificados })),
	deTodo(field.Text("estadoHash", func(d *Documento) *string { return &d.Partes.Estado })),
	deFila(field.Number("correcciones", func(f *Fila) *int64 { return &f.Correcciones })),
	deTodo(field.Text("versionArchivo", func(d *Documento) *string { return &d.VersionArchivo })),
	deTodo(field.Time("papeleraDesde", func(d *Documento) *time.Time { return &d.PapeleraDesde })),
	deTodo(field.Time("papeleraHasta", func(d *Documento) *time.Time { return &d.PapeleraHasta })),
	deFila(field.Text("juridico", func(f *Fila) *string { return (*string)(&f.Juridico) })),
	deFila(field.Text("vigencia", func(f *Fila) *string { return &f.Vigencia })),
	deFila(field.Text("numero", func(f *Fila) *string { return &f.Numero })),
	deTodo(field.Text("motivoRevocacion", func(d *Documento) *string { return &d.MotivoRevocacion })),
	deTodo(field.Text("reemplazadoPor", func(d *Documento) *string { return &d.ReemplazadoPor })),
	deTodo(field.Time("revocadoEn", func(d *Documento) *time.Time { return &d.RevocadoEn })),
	deTodo(field.Text("reemplazaA", func(d *Documento) *string { return &d.ReemplazaA })),
	deTodo(field.Time("copiaHasta", func(d *Documento) *time.Time { return &d.CopiaHasta })),
}

// campo is a field of a document; fila is nil if lists do not show it.
type campo struct {
	documento field.Of[Documento]
	fila      *field.Of[Fila]
}

// deFila is a field that a list shows.
func deFila(f field.Of[Fila]) campo {
	return campo{field.In(f, func(d *Documento) *Fila { return &d.Fila }), &f}
}

// deTodo is a field of the whole document alone.
func deTodo(f field.Of[Documento]) campo { return campo{documento: f} }

func camposDe(cs []campo) []field.Of[Documento] {
	fields := make([]field.Of[Documento], len(cs))
	for i, c := range cs {
		fields[i] = c.documento
	}
	return fields
}

func camposDeFila(cs []campo) (fields []field.Of[Fila]) {
	for _, c := range cs {
		if c.fila != nil {
			fields = append(fields, *c.fila)
		}
	}
	return fields
}
