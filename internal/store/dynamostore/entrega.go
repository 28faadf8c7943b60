package dynamostore

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// Attributes of a delivery.
const (
	aFirma       = "firma"
	aJWS         = "jws"
	aAlgorithm   = "algoritmo"
	aEmision     = "emisionId"
	aJWK         = "jwk"
	aSignedAt    = "firmadaEn"
	aAnnouncedAt = "anunciadaEn"
	aDeliveredAt = "entregadaEn"
	aErasedAt    = "eliminadaEn"

	aDeclaracion     = "declaracion"
	aTitular         = "titular"
	aRevokedAt       = "revocadaEn"
	aFirmaRevocacion = "firmaRevocacion"
	aReplacedBy      = "reemplazadaPor"
	aPosicion        = "posicion"
	aLista           = "lista"
	aIndice          = "indice"
	aURI             = "uri"
)

func entregaKey(n entrega.Nombre) item {
	return item{aPartition: text(ofEntidad + n.EntidadID), aSort: text(n.EntregaID)}
}

func onceKey(d documento.Documento) item {
	return item{aPartition: text(ofCarpeta + d.CarpetaID), aSort: text(d.Hash + "#" + d.EmisorID)}
}

// onceItem marks that an entity delivers this content to this carpeta.
func onceItem(d documento.Documento) item {
	i := onceKey(d)
	i[aDocumentoID] = text(d.DocumentoID)
	return i
}

// forgetOnce lets the content of a document be delivered again, if it was delivered and the
// mark is still its own.
func (s *Store) forgetOnce(d documento.Documento) []types.TransactWriteItem {
	if !d.EsEntregado() {
		return nil
	}
	return []types.TransactWriteItem{{Delete: &types.Delete{
		TableName: s.table(tableEntidad), Key: onceKey(d),
		ConditionExpression:       aws.String("attribute_not_exists(#clave) OR #documentoId = :d"),
		ExpressionAttributeNames:  names(aSort, aDocumentoID),
		ExpressionAttributeValues: item{":d": text(d.DocumentoID)},
	}}}
}

const maxCreations = 5

// CrearEntrega implements entrega.Store. The mark is looked at only if it is there.
func (s *Store) CrearEntrega(ctx context.Context, e entrega.Entrega, d documento.Documento, cuota carpeta.Cuota, h auditoria.Evento) (entrega.Entrega, error) {
	ctx = withOperation(ctx, "CrearEntrega")
	d.Estado = documento.Cargando
	stale := noDocumento
	for range maxCreations {
		count := within(s.countUso(d.CarpetaID, d.Uso()), cuota, d.TamanoBytes)
		err := s.tell(ctx, h, append(s.creation(e, d, stale), types.TransactWriteItem{Update: count})...)
		rs := reasons(err)
		switch {
		case failed(rs, 1):
		case failed(rs, 3):
			return entrega.Entrega{}, noRoom(rs[3].previous, d, cuota)
		default:
			return e, classify(err)
		}
		first, id, err := s.earlier(ctx, d)
		if err != nil || first.EntregaID != "" {
			return first, err
		}
		stale = id
	}
	return entrega.Entrega{}, fault.Plain(fault.Conflict)
}

// creation is the transaction [document, mark, delivery]. A mark of a document that is gone
// is replaced.
func (s *Store) creation(e entrega.Entrega, d documento.Documento, stale string) []types.TransactWriteItem {
	return []types.TransactWriteItem{{Put: &types.Put{
		TableName: s.table(tableDocumento), Item: documentoItem(d),
		ConditionExpression:      aws.String("attribute_not_exists(#documentoId)"),
		ExpressionAttributeNames: names(aDocumentoID),
	}}, {Put: &types.Put{
		TableName: s.table(tableEntidad), Item: onceItem(d),
		ConditionExpression:       aws.String("attribute_not_exists(#clave) OR #documentoId = :stale"),
		ExpressionAttributeNames:  names(aSort, aDocumentoID),
		ExpressionAttributeValues: item{":stale": text(stale)},
	}}, {Put: &types.Put{TableName: s.table(tableEntidad), Item: entregaItem(e)}}}
}

// earlier is the delivery of the same content that is still there, or else the documentoId
// that is not. Where only its end has passed, that is a conflict.
func (s *Store) earlier(ctx context.Context, d documento.Documento) (first entrega.Entrega, stale string, err error) {
	i, err := s.read(ctx, s.table(tableEntidad), onceKey(d))
	if errors.Is(err, fault.NotFound) {
		return first, noDocumento, nil
	}
	if err != nil {
		return first, "", err
	}
	l := reader{item: i}
	stale = l.text(aDocumentoID)
	before, err := s.stored(ctx, documento.Clave{CarpetaID: d.CarpetaID, DocumentoID: stale})
	switch {
	case err != nil:
	case before.Cancelada():
		return first, stale, nil
	case before.Expirado(s.cfg.Clock()):
		return first, "", fault.Wrap(fault.Conflict, documento.YaAnunciada{Primera: before})
	default:
		first, err = s.entrega(ctx, entrega.Nombre{EntidadID: d.EmisorID, EntregaID: stale})
	}
	if errors.Is(err, fault.NotFound) {
		return entrega.Entrega{}, stale, nil
	}
	return first, stale, err
}

// ConfirmarEntrega implements entrega.Store. The delivery does not expire any more.
func (s *Store) ConfirmarEntrega(ctx context.Context, c entrega.Confirmada, h auditoria.Evento, mas ...auditoria.Evento) (documento.Documento, error) {
	ctx = withOperation(ctx, "ConfirmarEntrega")
	also := []types.TransactWriteItem{{Put: &types.Put{TableName: s.table(tableEntidad), Item: entregaItem(c.Entrega)}}}
	if c.Reemplaza != nil {
		also, mas = append(also, s.correction(c.Reemplaza.Correccion)...), append(mas, c.Reemplaza.Hecho)
	}
	for _, h := range mas {
		hecho, err := s.hecho(ctx, h)
		if err != nil {
			return documento.Documento{}, err
		}
		also = append(also, hecho)
	}
	d, err := s.confirm(ctx, c.Visto, c.Documento, h, also...)
	if c.Reemplaza == nil {
		return d, err
	}
	if rs := reasons(err); failed(rs, partOfReplaced) || failed(rs, partOfReplaced+1) {
		err = fault.Wrap(fault.Conflict, errors.Join(entrega.Corregida{}, err))
	}
	return d, err
}

// partOfReplaced is the place of the delivery that is replaced in the transaction of a confirmation, and its document is
// the next one: both come behind the document, the count of its carpeta, and the delivery.
const partOfReplaced = 3

// eraseEntrega is the part of an erasure that an entity sees. Only a document that was
// certified can have been delivered, and its deletion was approved.
func (s *Store) eraseEntrega(ctx context.Context, e eliminacion.Eliminacion) ([]types.TransactWriteItem, error) {
	if e.Aprobacion == nil {
		return nil, nil
	}
	d, err := s.documento(ctx, documentoKeyOf(e))
	if errors.Is(err, fault.NotFound) || err == nil && !d.EsEntregado() {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	now := documento.Milisegundos(s.cfg.Clock())
	return []types.TransactWriteItem{{Update: &types.Update{
		TableName: s.table(tableEntidad), Key: entregaKey(entrega.Nombre{EntidadID: d.EmisorID, EntregaID: d.DocumentoID}),
		UpdateExpression:         aws.String("SET #eliminadaEn = :now, #declaracion = :vigencia REMOVE #firma, #titular"),
		ExpressionAttributeNames: names(aErasedAt, aFirma, aDeclaracion, aTitular),
		ExpressionAttributeValues: item{
			":now": text(now.Format(formatMs)), ":vigencia": &types.AttributeValueMemberM{Value: declaracionItem(verificable.Declaracion{Vigencia: d.Dias()})},
		},
	}}, {Delete: &types.Delete{TableName: s.table(tableEntidad), Key: onceKey(d)}}}, nil
}

// Entrega implements entrega.Store.
func (s *Store) Entrega(ctx context.Context, n entrega.Nombre) (entrega.Entrega, error) {
	return s.entrega(withOperation(ctx, "Entrega"), n)
}

func (s *Store) entrega(ctx context.Context, n entrega.Nombre) (entrega.Entrega, error) {
	i, err := s.read(ctx, s.table(tableEntidad), entregaKey(n))
	if err != nil {
		return entrega.Entrega{}, err
	}
	e, err := entregaOf(i)
	if err == nil && e.Expirada(s.cfg.Clock()) {
		return entrega.Entrega{}, notFound()
	}
	return e, err
}

// Entregas implements entrega.Store.
func (s *Store) Entregas(ctx context.Context, ns []entrega.Nombre) ([]entrega.Entrega, error) {
	is, err := s.readBatch(withOperation(ctx, "Entregas"), s.table(tableEntidad), uniqueKeys(ns, entregaKey))
	if err != nil {
		return nil, err
	}
	return s.unexpired(is)
}

func (s *Store) unexpired(is []item) (es []entrega.Entrega, err error) {
	all, err := convert(is, entregaOf)
	now := s.cfg.Clock()
	for _, e := range all {
		if !e.Expirada(now) {
			es = append(es, e)
		}
	}
	return es, err
}

// EntregasDe implements entrega.Store.
func (s *Store) EntregasDe(ctx context.Context, c entrega.Consulta) ([]entrega.Entrega, error) {
	now := s.cfg.Clock()
	is, err := s.walkPartition(withOperation(ctx, "EntregasDe"), ofEntidad+c.EntidadID, c.Desde, c.Descendente, c.Limite, func(i item) bool {
		l := reader{item: i}
		until := l.expires()
		return until.IsZero() || now.Before(until)
	})
	if err != nil {
		return nil, err
	}
	return convert(is, entregaOf)
}

// DocumentoDeHash implements entrega.Store.
func (s *Store) DocumentoDeHash(ctx context.Context, carpetaID, hash, entidadID string) (entrega.Nombre, error) {
	out, err := s.query(withOperation(ctx, "DocumentoDeHash"), &dynamodb.QueryInput{
		TableName: s.table(tableEntidad), Limit: aws.Int32(1), ConsistentRead: aws.Bool(true),
		KeyConditionExpression:    aws.String("#particion = :p AND begins_with(#clave, :c)"),
		ExpressionAttributeNames:  names(aPartition, aSort),
		ExpressionAttributeValues: item{":p": text(ofCarpeta + carpetaID), ":c": text(hash + "#" + entidadID)},
	})
	if err != nil {
		return entrega.Nombre{}, classify(err)
	}
	for _, i := range out.rows {
		l := reader{item: i}
		n := entrega.Nombre{EntidadID: lastPart(l.text(aSort)), EntregaID: l.text(aDocumentoID)}
		if entidadID == "" || n.EntidadID == entidadID {
			return n, l.err
		}
	}
	return entrega.Nombre{}, notFound()
}

func entregaItem(e entrega.Entrega) item {
	i := entregaKey(e.Nombre())
	setText(i, aCarpetaID, e.CarpetaID)
	setText(i, aCiudadanoID, e.CiudadanoID)
	for name, t := range map[string]time.Time{aAnnouncedAt: e.AnunciadaEn, aDeliveredAt: e.EntregadaEn, aErasedAt: e.EliminadaEn, aRevokedAt: e.RevocadaEn} {
		setDate(i, name, t, formatMs)
	}
	setExpiry(i, e.ExpiraEn)
	setText(i, aLlave, e.Llave)
	setText(i, aMotivo, e.Motivo)
	setText(i, aReplacedBy, e.ReemplazadaPor)
	setText(i, aEmision, e.EmisionID)
	setMap(i, aFirma, firmaItem(e.Firma))
	setMap(i, aFirmaRevocacion, firmaItem(e.FirmaRevocacion))
	setMap(i, aDeclaracion, declaracionItem(e.Declaracion))
	setMap(i, aTitular, titularItem(e.Titular))
	if p := e.Posicion; p.Lista > 0 {
		m := item{aLista: number(p.Lista), aIndice: number(p.Indice)}
		setText(m, aURI, p.URI)
		setMap(i, aPosicion, m)
	}
	return i
}

func firmaItem(f entidad.Firma) item {
	i := item{}
	setText(i, aJWS, f.JWS)
	setText(i, aLlave, f.Llave)
	setText(i, aAlgorithm, f.Algoritmo)
	setText(i, aJWK, f.JWK)
	setDate(i, aSignedAt, f.FirmadaEn, formatMs)
	return i
}

func firmaOf(l *reader) entidad.Firma {
	return entidad.Firma{JWS: l.text(aJWS), Llave: l.text(aLlave), Algoritmo: l.text(aAlgorithm), JWK: l.text(aJWK), FirmadaEn: l.date(aSignedAt)}
}

func entregaOf(i item) (entrega.Entrega, error) {
	l := reader{item: i}
	f, r, d, t := l.nested(aFirma), l.nested(aFirmaRevocacion), l.nested(aDeclaracion), l.nested(aTitular)
	p := l.nested(aPosicion)
	partition := l.text(aPartition)
	e := entrega.Entrega{
		EntidadID: partition[min(len(ofEntidad), len(partition)):], EntregaID: l.text(aSort), CarpetaID: l.text(aCarpetaID), CiudadanoID: l.text(aCiudadanoID),
		AnunciadaEn: l.date(aAnnouncedAt), EntregadaEn: l.date(aDeliveredAt), EliminadaEn: l.date(aErasedAt), ExpiraEn: l.expires(),
		Firma: firmaOf(f), Llave: l.text(aLlave), FirmaRevocacion: firmaOf(r), Declaracion: declaracionOf(d), Titular: titularOf(t),
		RevocadaEn: l.date(aRevokedAt), Motivo: l.text(aMotivo), ReemplazadaPor: l.text(aReplacedBy),
		Posicion:  entrega.Posicion{URI: p.text(aURI), Lista: p.integer(aLista), Indice: p.integer(aIndice)},
		EmisionID: l.text(aEmision),
	}
	return e, errors.Join(l.err, f.err, r.err, d.err, t.err, p.err)
}
