package dynamostore

import (
	"context"
	"errors"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Attributes of a document. The ones of Fila are what the indexes carry.
const (
	aDocumentoID   = "documentoId"
	aTitulo        = "titulo"
	aTipo          = "tipoDocumento"
	aEstadoDoc     = "estadoDocumento"
	aTamano        = "tamanoBytes"
	aFecha         = "fechaRecepcion"
	aCertificado   = "certificado"
	aContexto      = "contextoDocumento"
	aHash          = "hashDocumento"
	aTipoContenido = "tipoContenido"
	aNombreArchivo = "nombreArchivo"
	aStoragePath   = "storagePath"
	aModificado    = "fechaUltimaModificacion"
	aEstadoPrevio  = "estadoPrevio"
	aEliminacionID = "eliminacionId"
)

// claveDeIndice names the sort key of each order's index. An item without it is
// not in the index: that is how an unconfirmed upload stays invisible.
var claveDeIndice = map[documento.CampoOrden]string{
	documento.PorFechaRecepcion: "kFecha",
	documento.PorTitulo:         "kTitulo",
	documento.PorTipo:           "kTipo",
	documento.PorTamano:         "kTamano",
	documento.PorDocumentoID:    "kDocumento",
}

// Documento implements documento.Store.
func (s *Store) Documento(ctx context.Context, k documento.Clave) (documento.Documento, error) {
	return s.documento(operacion(ctx, "Documento"), k)
}

func (s *Store) documento(ctx context.Context, k documento.Clave) (documento.Documento, error) {
	i, err := s.leer(ctx, s.tabla(tablaDocumento), claveDocumento(k))
	if err != nil {
		return documento.Documento{}, err
	}
	d, err := documentoDe(i)
	if err == nil && d.Expirado(s.op.Reloj()) {
		return documento.Documento{}, ausente()
	}
	return d, err
}

// Documentos implements documento.Store.
func (s *Store) Documentos(ctx context.Context, ks []documento.Clave) ([]documento.Documento, error) {
	is, err := s.leerLote(operacion(ctx, "Documentos"), s.tabla(tablaDocumento), clavesUnicas(ks, claveDocumento))
	if err != nil {
		return nil, err
	}
	ds, err := convertir(is, documentoDe)
	ahora := s.op.Reloj()
	return slices.DeleteFunc(ds, func(d documento.Documento) bool { return d.Expirado(ahora) }), err
}

// CrearCarga implements documento.Store. An expired upload under the same id counts as absent.
func (s *Store) CrearCarga(ctx context.Context, d documento.Documento) error {
	d.Estado = documento.Cargando
	i := itemDocumento(d)
	i[aEscritura] = texto(s.op.Token())
	return clasificar(s.poner(operacion(ctx, "CrearCarga"), &types.Put{
		TableName: s.tabla(tablaDocumento), Item: i,
		ConditionExpression:       aws.String("attribute_not_exists(#documentoId) OR #expiraEn <= :ahora"),
		ExpressionAttributeNames:  nombres(aDocumentoID, aExpira),
		ExpressionAttributeValues: item{":ahora": s.ahora()},
	}))
}

// ConfirmarCarga implements documento.Store.
func (s *Store) ConfirmarCarga(ctx context.Context, d documento.Documento) (documento.Documento, error) {
	ctx = operacion(ctx, "ConfirmarCarga")
	d = confirmado(d)
	err := s.transaccion(ctx, s.op.Token(), types.TransactWriteItem{Put: &types.Put{
		TableName: s.tabla(tablaDocumento), Item: itemDocumento(d),
		ConditionExpression:       aws.String("#estadoDocumento = :cargando AND (attribute_not_exists(#expiraEn) OR #expiraEn > :ahora)"),
		ExpressionAttributeNames:  nombres(aEstadoDoc, aExpira),
		ExpressionAttributeValues: item{":cargando": texto(string(documento.Cargando)), ":ahora": s.ahora()},
	}}, s.contar(d.CarpetaID, 1))
	switch rs := razones(err); {
	case err == nil:
		return d, nil
	case fallo(rs, 0): // confirmed before, or gone
		return s.documento(ctx, d.Clave())
	case fallo(rs, 1):
		return documento.Documento{}, ausente()
	default:
		return documento.Documento{}, clasificar(err)
	}
}

func confirmado(d documento.Documento) documento.Documento {
	d.Estado = documento.Procesado
	d.ExpiraEn = documento.Documento{}.ExpiraEn
	d.EstadoPrevio, d.EliminacionID = "", ""
	return d
}

// ahora is the clock as the TTL attribute counts.
func (s *Store) ahora() types.AttributeValue { return numero(s.op.Reloj().Unix()) }

func claveDocumento(k documento.Clave) item {
	return item{aCarpetaID: texto(k.CarpetaID), aDocumentoID: texto(k.DocumentoID)}
}

func itemDocumento(d documento.Documento) item {
	i := claveDocumento(d.Clave())
	for nombre, v := range map[string]string{
		aTitulo: d.Titulo, aTipo: string(d.Tipo), aEstadoDoc: string(d.Estado), aContexto: d.Contexto, aHash: d.Hash,
		aTipoContenido: d.TipoContenido, aNombreArchivo: d.NombreArchivo, aStoragePath: d.StoragePath,
		aTipoCarpeta: d.TipoCarpeta, aEstadoPrevio: string(d.EstadoPrevio), aEliminacionID: d.EliminacionID,
	} {
		ponerTexto(i, nombre, v)
	}
	i[aTamano], i[aCertificado] = numero(d.TamanoBytes), logico(d.Certificado)
	ponerFecha(i, aFecha, d.FechaRecepcion, formatoMs)
	ponerFecha(i, aModificado, d.FechaUltimaModificacion, formatoMs)
	ponerExpira(i, d.ExpiraEn)
	if d.Estado != documento.Cargando {
		for campo, nombre := range claveDeIndice {
			i[nombre] = texto(d.ClaveOrden(campo))
		}
	}
	return i
}

func documentoDe(i item) (documento.Documento, error) {
	fila, errFila := filaDe(i)
	l := lector{item: i}
	d := documento.Documento{
		Fila: fila, Contexto: l.texto(aContexto), Hash: l.texto(aHash), TipoContenido: l.texto(aTipoContenido),
		NombreArchivo: l.texto(aNombreArchivo), StoragePath: l.texto(aStoragePath), TipoCarpeta: l.texto(aTipoCarpeta),
		FechaUltimaModificacion: l.fecha(aModificado), EstadoPrevio: documento.Estado(l.texto(aEstadoPrevio)),
		EliminacionID: l.texto(aEliminacionID), ExpiraEn: l.expira(),
	}
	return d, errors.Join(errFila, l.err)
}
