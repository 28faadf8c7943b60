package dynamostore

import (
	"context"
	"errors"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Attributes of a document. The indexes carry those of Fila.
const (
	aDocumentoID    = "documentoId"
	aTitulo         = "titulo"
	aTipo           = "tipoDocumento"
	aEstadoDoc      = "estadoDocumento"
	aSize           = "tamanoBytes"
	aDate           = "fechaRecepcion"
	aCertificado    = "certificado"
	aContexto       = "contextoDocumento"
	aHash           = "hashDocumento"
	aContentType    = "tipoContenido"
	aFileName       = "nombreArchivo"
	aViewType       = "tipoVista"
	aStoragePath    = "storagePath"
	aFileVersion    = "versionArchivo"
	aModified       = "fechaUltimaModificacion"
	aPreviousEstado = "estadoPrevio"
	aEliminacionID  = "eliminacionId"
	aEmisorID       = "emisorId"
	aIssuerName     = "emisorNombre"
	aIssued         = "fechaEmision"
	aCorrecciones   = "correcciones" // absent: none
	aSagaBytes      = "bytes"        // of a saga: a finished one fits a unit of writing
	aReserved       = "reservadaHasta"
	aLote           = "lote"   // keys of the index of uploads that expire
	aExpiryOrder    = "vence"  // only in state CARGANDO
	aCarga          = "kCarga" // the same, of a citizen's own upload: key of the index of a carpeta's
	aPartSize       = "tamanoParte"
	aPartsID        = "partesId"
	aVerified       = "verificados"
	aHashState      = "estadoHash"
)

// indexKeys names the sort key of each order's index. An item without it is
// not in the index: that is how an unconfirmed upload stays invisible.
var indexKeys = map[documento.CampoOrden]string{
	documento.PorFechaRecepcion: "kFecha",
	documento.PorTitulo:         "kTitulo",
	documento.PorTipo:           "kTipo",
	documento.PorTamano:         "kTamano",
	documento.PorDocumentoID:    "kDocumento",
}

// Documento implements documento.Store.
func (s *Store) Documento(ctx context.Context, k documento.Clave) (documento.Documento, error) {
	return s.documento(withOperation(ctx, "Documento"), k)
}

// AunVencido implements documento.Store.
func (s *Store) AunVencido(ctx context.Context, k documento.Clave) (documento.Documento, error) {
	return s.stored(withOperation(ctx, "AunVencido"), k)
}

// stored is a document whether it expired or not.
func (s *Store) stored(ctx context.Context, k documento.Clave) (documento.Documento, error) {
	i, err := s.read(ctx, s.table(tableDocumento), documentoKey(k))
	if err != nil {
		return documento.Documento{}, err
	}
	return documentoOf(i)
}

func (s *Store) documento(ctx context.Context, k documento.Clave) (documento.Documento, error) {
	d, err := s.stored(ctx, k)
	if err == nil && d.Expirado(s.cfg.Clock()) {
		return documento.Documento{}, notFound()
	}
	return d, err
}

// Documentos implements documento.Store.
func (s *Store) Documentos(ctx context.Context, ks []documento.Clave) ([]documento.Documento, error) {
	is, err := s.readBatch(withOperation(ctx, "Documentos"), s.table(tableDocumento), uniqueKeys(ks, documentoKey))
	if err != nil {
		return nil, err
	}
	ds, err := convert(is, documentoOf)
	now := s.cfg.Clock()
	return slices.DeleteFunc(ds, func(d documento.Documento) bool { return d.Expirado(now) }), err
}

// now is the clock as the TTL attribute counts.
func (s *Store) now() types.AttributeValue { return number(s.cfg.Clock().Unix()) }

func documentoKey(k documento.Clave) item {
	return item{aCarpetaID: text(k.CarpetaID), aDocumentoID: text(k.DocumentoID)}
}

func documentoItem(d documento.Documento) item {
	i := documentoKey(d.Clave())
	for name, v := range map[string]string{
		aTitulo: d.Titulo, aTipo: string(d.Tipo), aEstadoDoc: string(d.Estado), aContexto: d.Contexto, aHash: d.Hash,
		aContentType: d.TipoContenido, aFileName: d.NombreArchivo, aViewType: d.TipoVista,
		aTipoCarpeta: d.TipoCarpeta, aPreviousEstado: string(d.EstadoPrevio), aEliminacionID: d.EliminacionID,
		aEmisorID: d.EmisorID, aIssuerName: d.EmisorNombre, aFileVersion: d.VersionArchivo,
	} {
		setText(i, name, v)
	}
	if d.StoragePath != documento.NombreObjeto(d.Clave()) { // else it is known, and most items fit a unit of writing
		setText(i, aStoragePath, d.StoragePath)
	}
	i[aSize], i[aCertificado] = number(d.TamanoBytes), boolean(d.Certificado)
	setCount(i, aCorrecciones, d.Correcciones)
	setDate(i, aDate, d.FechaRecepcion, formatMs)
	setDate(i, aModified, d.FechaUltimaModificacion, formatMs)
	setDate(i, aReserved, d.ReservadaHasta, formatMs)
	setDate(i, aIssued, d.FechaEmision, formatMs)
	setExpiry(i, d.ExpiraEn)
	if d.Estado == documento.Cargando && !d.ExpiraEn.IsZero() {
		i[aLote], i[aExpiryOrder] = text(loteOf(d.Clave())), text(expiryOrder(d))
		setCarga(i, d)
	}
	if d.Estado != documento.Cargando {
		for campo, name := range indexKeys {
			i[name] = text(d.ClaveOrden(campo))
		}
	}
	return i
}

// setCarga sets what only an upload of the carpeta's own citizen has.
func setCarga(i item, d documento.Documento) {
	if !d.EsPendiente() {
		return
	}
	i[aCarga] = text(d.DocumentoID)
	if p := d.Partes; p.Tamano > 0 {
		i[aPartSize], i[aVerified] = number(p.Tamano), number(p.Verificados)
		setText(i, aPartsID, p.ID)
		setText(i, aHashState, p.Estado)
	}
}

func documentoOf(i item) (documento.Documento, error) {
	fila, errRow := rowOf(i)
	l := reader{item: i}
	d := documento.Documento{
		Fila: fila, Hash: l.text(aHash), TipoContenido: l.text(aContentType),
		NombreArchivo: l.text(aFileName), TipoVista: l.text(aViewType), StoragePath: l.text(aStoragePath), VersionArchivo: l.text(aFileVersion), TipoCarpeta: l.text(aTipoCarpeta),
		FechaUltimaModificacion: l.date(aModified), EstadoPrevio: documento.Estado(l.text(aPreviousEstado)),
		EliminacionID: l.text(aEliminacionID), ExpiraEn: l.expires(), ReservadaHasta: l.date(aReserved),
		EmisorNombre: l.text(aIssuerName), FechaEmision: l.date(aIssued),
	}
	if d.StoragePath == "" {
		d.StoragePath = documento.NombreObjeto(d.Clave())
	}
	if _, parts := i[aPartSize]; parts {
		d.Partes = documento.Partes{Tamano: l.integer(aPartSize), ID: l.text(aPartsID), Verificados: l.integer(aVerified), Estado: l.text(aHashState)}
	}
	return d, errors.Join(errRow, l.err)
}
