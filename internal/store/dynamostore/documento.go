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
	aFileName       = "nombreArchivo"
	aStoragePath    = "storagePath"
	aModified       = "fechaUltimaModificacion"
	aPreviousEstado = "estadoPrevio"
	aEliminacionID  = "eliminacionId"
	aEmisorID       = "emisorId"
	aIssuerName     = "emisorNombre"
	aCorrecciones   = "correcciones" // absent: none
	aSagaBytes      = "bytes"        // of a saga: a finished one fits a unit of writing
	aReserved       = "reservadaHasta"
	aCopy           = "copiaHasta"
	aLote           = "lote"   // keys of the index of uploads that expire
	aExpiryOrder    = "vence"  // only in state CARGANDO
	aCarga          = "kCarga" // the same, of a citizen's own upload: key of the index of a carpeta's
	aPartsID        = "partesId"
	aBin            = "kPapelera" // only in the bin: key of its index
	aBinSince       = "papeleraDesde"
	aBinUntil       = "papeleraHasta"
)

// indexKeys names the sort key of each order's index. An item without it is
// not in the index: that is how an unconfirmed upload, and what is in the bin, stay invisible.
var indexKeys = map[documento.CampoOrden]string{
	documento.PorFechaRecepcion: "kFecha",
	documento.PorTitulo:         "kTitulo",
	documento.PorTipo:           "kTipo",
	documento.PorTamano:         "kTamano",
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
	if !d.EsPendiente() {
		d.Partes = documento.Partes{}
	}
	setFields(i, documento.Campos, &d)
	if d.StoragePath == documento.NombreObjeto(d.Clave()) { // it is known, and most items fit a unit of writing
		delete(i, aStoragePath)
	}
	if d.Estado == documento.Cargando && !d.ExpiraEn.IsZero() {
		i[aLote], i[aExpiryOrder] = text(loteOf(d.Clave())), text(expiryOrder(d))
		if d.EsPendiente() {
			i[aCarga] = text(d.DocumentoID)
		}
	}
	switch {
	case d.EnPapelera():
		i[aBin] = text(d.Desechado().ClaveOrden())
	case d.Listado():
		for campo, name := range indexKeys {
			i[name] = text(d.ClaveOrden(campo))
		}
	}
	return i
}

func documentoOf(i item) (d documento.Documento, err error) {
	l := reader{item: i}
	d.CarpetaID, d.DocumentoID = l.text(aCarpetaID), l.text(aDocumentoID)
	err = errors.Join(l.err, readFields(i, documento.Campos, &d))
	if d.StoragePath == "" {
		d.StoragePath = documento.NombreObjeto(d.Clave())
	}
	return d, err
}
