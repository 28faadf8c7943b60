package dynamostore

import (
	"context"
	"errors"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
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
	aStoragePath    = "storagePath"
	aModified       = "fechaUltimaModificacion"
	aPreviousEstado = "estadoPrevio"
	aEliminacionID  = "eliminacionId"
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

func (s *Store) documento(ctx context.Context, k documento.Clave) (documento.Documento, error) {
	i, err := s.read(ctx, s.table(tableDocumento), documentoKey(k))
	if err != nil {
		return documento.Documento{}, err
	}
	d, err := documentoOf(i)
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

// CrearCarga implements documento.Store. An expired upload under the same id counts as absent.
func (s *Store) CrearCarga(ctx context.Context, d documento.Documento) error {
	d.Estado = documento.Cargando
	i := documentoItem(d)
	i[aWrite] = text(s.cfg.NewToken())
	return classify(s.put(withOperation(ctx, "CrearCarga"), &types.Put{
		TableName: s.table(tableDocumento), Item: i,
		ConditionExpression:       aws.String("attribute_not_exists(#documentoId) OR #expiraEn <= :now"),
		ExpressionAttributeNames:  names(aDocumentoID, aExpires),
		ExpressionAttributeValues: item{":now": s.now()},
	}))
}

// ConfirmarCarga implements documento.Store.
func (s *Store) ConfirmarCarga(ctx context.Context, d documento.Documento) (documento.Documento, error) {
	ctx = withOperation(ctx, "ConfirmarCarga")
	d = confirmed(d)
	err := s.transact(ctx, s.cfg.NewToken(), types.TransactWriteItem{Put: &types.Put{
		TableName: s.table(tableDocumento), Item: documentoItem(d),
		ConditionExpression:       aws.String("#estadoDocumento = :cargando AND (attribute_not_exists(#expiraEn) OR #expiraEn > :now)"),
		ExpressionAttributeNames:  names(aEstadoDoc, aExpires),
		ExpressionAttributeValues: item{":cargando": text(string(documento.Cargando)), ":now": s.now()},
	}}, s.countDocumento(d.CarpetaID, 1))
	switch rs := reasons(err); {
	case err == nil:
		return d, nil
	case failed(rs, 0): // confirmed before, or gone
		return s.documento(ctx, d.Clave())
	case failed(rs, 1):
		return documento.Documento{}, notFound()
	default:
		return documento.Documento{}, classify(err)
	}
}

func confirmed(d documento.Documento) documento.Documento {
	d.Estado = documento.Procesado
	d.ExpiraEn = documento.Documento{}.ExpiraEn
	d.EstadoPrevio, d.EliminacionID = "", ""
	return d
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
		aContentType: d.TipoContenido, aFileName: d.NombreArchivo, aStoragePath: d.StoragePath,
		aTipoCarpeta: d.TipoCarpeta, aPreviousEstado: string(d.EstadoPrevio), aEliminacionID: d.EliminacionID,
	} {
		setText(i, name, v)
	}
	i[aSize], i[aCertificado] = number(d.TamanoBytes), boolean(d.Certificado)
	setDate(i, aDate, d.FechaRecepcion, formatMs)
	setDate(i, aModified, d.FechaUltimaModificacion, formatMs)
	setExpiry(i, d.ExpiraEn)
	if d.Estado != documento.Cargando {
		for campo, name := range indexKeys {
			i[name] = text(d.ClaveOrden(campo))
		}
	}
	return i
}

func documentoOf(i item) (documento.Documento, error) {
	fila, errRow := rowOf(i)
	l := reader{item: i}
	d := documento.Documento{
		Fila: fila, Contexto: l.text(aContexto), Hash: l.text(aHash), TipoContenido: l.text(aContentType),
		NombreArchivo: l.text(aFileName), StoragePath: l.text(aStoragePath), TipoCarpeta: l.text(aTipoCarpeta),
		FechaUltimaModificacion: l.date(aModified), EstadoPrevio: documento.Estado(l.text(aPreviousEstado)),
		EliminacionID: l.text(aEliminacionID), ExpiraEn: l.expires(),
	}
	return d, errors.Join(errRow, l.err)
}
