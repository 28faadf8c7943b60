package dynamostore

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// The keys of the table Consentimiento. The codes of a carpeta are one partition, in the order of documents; the hash of
// each leads to it from a partition of its own. The places of a document's codes stand beside them.
const (
	ofCodigo  = "k#"
	ofCupo    = "l#"
	ofResumen = "h#"
)

// Attributes of a code.
const (
	aCodigoID    = "codigoId"
	aResumen     = "resumen"
	aAlcance     = "alcance"
	aShowsHolder = "mostrarTitular"
	aMaxUsos     = "maxUsos"
	aUsos        = "usos"
	aReferencia  = "referencia"
	aCreatedAt   = "creadoEn"
	aEndedAt     = "terminadoEn"
	aPlaces      = "lugares" // JSON
)

func codigoKey(n codigo.Nombre) item {
	return item{aPartition: text(ofCarpeta + n.CarpetaID), aSort: text(ofCodigo + n.ClaveOrden())}
}

func resumenKey(resumen string) item {
	return item{aPartition: text(ofResumen + resumen), aSort: text(ofCodigo)}
}

func cupoKey(k documento.Clave) item {
	return item{aPartition: text(ofCarpeta + k.CarpetaID), aSort: text(ofCupo + k.DocumentoID)}
}

// Cupo implements codigo.Store.
func (s *Store) Cupo(ctx context.Context, k documento.Clave) (codigo.Cupo, error) {
	q := codigo.Cupo{CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID}
	i, err := s.read(withOperation(ctx, "Cupo"), s.table(tableConsentimiento), cupoKey(k))
	if errors.Is(err, fault.NotFound) {
		return q, nil
	}
	if err != nil {
		return q, err
	}
	l := reader{item: i}
	q.Version = l.integer(aVersion)
	l.note(aPlaces, json.Unmarshal([]byte(l.text(aPlaces)), &q.Lugares))
	return q, l.err
}

// CrearCodigo implements codigo.Store.
func (s *Store) CrearCodigo(ctx context.Context, c codigo.Codigo, q codigo.Cupo, h auditoria.Evento) error {
	i, err := cupoItem(q)
	if err != nil {
		return err
	}
	places := &types.Put{
		TableName: s.table(tableConsentimiento), Item: i, ConditionExpression: aws.String("#version = :previous"),
		ExpressionAttributeNames: names(aVersion), ExpressionAttributeValues: item{":previous": number(q.Version - 1)},
	}
	if q.Version == 1 {
		places.ConditionExpression, places.ExpressionAttributeValues = aws.String("attribute_not_exists(#version)"), nil
	}
	err = s.tell(withOperation(ctx, "CrearCodigo"), h, types.TransactWriteItem{Put: &types.Put{
		TableName: s.table(tableConsentimiento), Item: codigoItem(c),
		ConditionExpression: aws.String("attribute_not_exists(#clave)"), ExpressionAttributeNames: names(aSort),
	}}, types.TransactWriteItem{Put: &types.Put{TableName: s.table(tableConsentimiento), Item: resumenItem(c)}}, types.TransactWriteItem{Put: places})
	if failed(reasons(err), 0) {
		return nil
	}
	return classify(err)
}

// Codigo implements codigo.Store.
func (s *Store) Codigo(ctx context.Context, n codigo.Nombre) (codigo.Codigo, error) {
	return s.codigo(withOperation(ctx, "Codigo"), n)
}

func (s *Store) codigo(ctx context.Context, n codigo.Nombre) (codigo.Codigo, error) {
	i, err := s.read(ctx, s.table(tableConsentimiento), codigoKey(n))
	if err != nil {
		return codigo.Codigo{}, err
	}
	c, err := codigoOf(i)
	if err == nil && c.Expirado(s.cfg.Clock()) {
		return codigo.Codigo{}, notFound()
	}
	return c, err
}

// CodigoDeResumen implements codigo.Store. Where there is no such hash it reads the code of nobody.
func (s *Store) CodigoDeResumen(ctx context.Context, resumen string) (codigo.Codigo, error) {
	ctx = withOperation(ctx, "CodigoDeResumen")
	i, err := s.read(ctx, s.table(tableConsentimiento), resumenKey(resumen))
	if err != nil && !errors.Is(err, fault.NotFound) {
		return codigo.Codigo{}, err
	}
	n := codigo.Nombre{CarpetaID: noDocumento, DocumentoID: noDocumento, CodigoID: noDocumento}
	if err == nil {
		l := reader{item: i}
		n = codigo.Nombre{CarpetaID: l.text(aCarpetaID), DocumentoID: l.text(aDocumentoID), CodigoID: l.text(aCodigoID)}
		if l.err != nil {
			return codigo.Codigo{}, l.err
		}
	}
	return s.codigo(ctx, n)
}

// CodigosDe implements codigo.Store.
func (s *Store) CodigosDe(ctx context.Context, c codigo.Consulta) ([]codigo.Codigo, error) {
	partition, now := ofCarpeta+c.CarpetaID, s.cfg.Clock()
	in := &dynamodb.QueryInput{
		TableName: s.table(tableConsentimiento), ConsistentRead: aws.Bool(true), ScanIndexForward: aws.Bool(!c.Descendente),
		KeyConditionExpression:    aws.String("#particion = :p AND begins_with(#clave, :c)"),
		ExpressionAttributeNames:  names(aPartition, aSort),
		ExpressionAttributeValues: item{":p": text(partition), ":c": text(ofCodigo + c.Prefijo())},
	}
	if c.Desde != "" {
		in.ExclusiveStartKey = item{aPartition: text(partition), aSort: text(ofCodigo + c.Desde)}
	}
	is, err := s.walkUntil(withOperation(ctx, "CodigosDe"), in, c.Limite, func(i item) bool {
		l := reader{item: i}
		until := l.expires()
		return until.IsZero() || now.Before(until)
	})
	if err != nil {
		return nil, err
	}
	return convert(is, codigoOf)
}

// UsarCodigo implements codigo.Store.
func (s *Store) UsarCodigo(ctx context.Context, c codigo.Codigo, seen documento.Juridico, now time.Time, h auditoria.Evento) error {
	document := &types.ConditionCheck{
		TableName: s.table(tableDocumento), Key: documentoKey(c.Nombre().Clave()),
		ConditionExpression:      aws.String("#estadoDocumento = :procesado AND attribute_not_exists(#juridico)"),
		ExpressionAttributeNames: names(aEstadoDoc, aJuridico), ExpressionAttributeValues: item{":procesado": text(string(documento.Procesado))},
	}
	if seen != "" {
		document.ConditionExpression = aws.String("#estadoDocumento = :procesado AND #juridico = :seen")
		document.ExpressionAttributeValues[":seen"] = text(string(seen))
	}
	err := s.tell(withOperation(ctx, "UsarCodigo"), h, types.TransactWriteItem{Update: &types.Update{
		TableName: s.table(tableConsentimiento), Key: codigoKey(c.Nombre()),
		UpdateExpression: aws.String("ADD #usos :one"),
		ConditionExpression: aws.String("attribute_exists(#clave) AND attribute_not_exists(#terminadoEn) AND #hasta > :now AND " +
			"(attribute_not_exists(#maxUsos) OR attribute_not_exists(#usos) OR #usos < #maxUsos)"),
		ExpressionAttributeNames:  names(aSort, aEndedAt, aUntil, aMaxUsos, aUsos),
		ExpressionAttributeValues: item{":one": number(1), ":now": text(now.Format(formatMs))},
	}}, types.TransactWriteItem{ConditionCheck: document})
	if failed(reasons(err), 0) {
		return notFound()
	}
	return classify(err)
}

// TerminarCodigo implements codigo.Store.
func (s *Store) TerminarCodigo(ctx context.Context, n codigo.Nombre, now time.Time, h auditoria.Evento) (codigo.Codigo, error) {
	ctx = withOperation(ctx, "TerminarCodigo")
	err := s.tell(ctx, h, types.TransactWriteItem{Update: &types.Update{
		TableName: s.table(tableConsentimiento), Key: codigoKey(n), UpdateExpression: aws.String("SET #terminadoEn = :now"),
		ConditionExpression:      aws.String("attribute_exists(#clave) AND attribute_not_exists(#terminadoEn)"),
		ExpressionAttributeNames: names(aSort, aEndedAt), ExpressionAttributeValues: item{":now": text(now.Format(formatMs))},
	}})
	if err != nil && !failed(reasons(err), 0) {
		return codigo.Codigo{}, classify(err)
	}
	return s.codigo(ctx, n)
}

func resumenItem(c codigo.Codigo) item {
	i := resumenKey(c.Resumen)
	setText(i, aCarpetaID, c.CarpetaID)
	setText(i, aDocumentoID, c.DocumentoID)
	setText(i, aCodigoID, c.CodigoID)
	setExpiry(i, c.ExpiraEn())
	return i
}

func cupoItem(q codigo.Cupo) (item, error) {
	j, err := json.Marshal(q.Lugares)
	i := cupoKey(documento.Clave{CarpetaID: q.CarpetaID, DocumentoID: q.DocumentoID})
	i[aVersion], i[aPlaces] = number(q.Version), text(string(j))
	setExpiry(i, q.ExpiraEn())
	return i, err
}

func codigoItem(c codigo.Codigo) item {
	i := codigoKey(c.Nombre())
	for name, v := range map[string]string{
		aCarpetaID: c.CarpetaID, aDocumentoID: c.DocumentoID, aCodigoID: c.CodigoID, aResumen: c.Resumen, aAlcance: string(c.Alcance), aReferencia: c.Referencia,
	} {
		setText(i, name, v)
	}
	for name, t := range map[string]time.Time{aCreatedAt: c.CreadoEn, aUntil: c.Hasta, aEndedAt: c.TerminadoEn} {
		setDate(i, name, t, formatMs)
	}
	for name, n := range map[string]int64{aMaxUsos: c.MaxUsos, aUsos: c.Usos} {
		if n > 0 {
			i[name] = number(n)
		}
	}
	if c.MostrarTitular {
		i[aShowsHolder] = boolean(true)
	}
	setExpiry(i, c.ExpiraEn())
	return i
}

func codigoOf(i item) (codigo.Codigo, error) {
	l := reader{item: i}
	c := codigo.Codigo{
		CarpetaID: l.text(aCarpetaID), DocumentoID: l.text(aDocumentoID), CodigoID: l.text(aCodigoID), Resumen: l.text(aResumen),
		Alcance: codigo.Alcance(l.text(aAlcance)), MostrarTitular: l.boolean(aShowsHolder), MaxUsos: l.integer(aMaxUsos), Usos: l.integer(aUsos),
		Referencia: l.text(aReferencia), CreadoEn: l.date(aCreatedAt), Hasta: l.date(aUntil), TerminadoEn: l.date(aEndedAt),
	}
	return c, l.err
}
