package dynamostore

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// DeCarpeta implements eliminacion.Store: keys from the index, items by key.
func (s *Store) DeCarpeta(ctx context.Context, c eliminacion.ConsultaCarpeta) ([]eliminacion.Eliminacion, error) {
	ctx = withOperation(ctx, "DeCarpeta")
	in, err := s.carpetaQuery(c)
	if err != nil {
		return nil, err
	}
	return s.sagasInOrder(ctx, in, c.Limite)
}

func (s *Store) carpetaQuery(c eliminacion.ConsultaCarpeta) (*dynamodb.QueryInput, error) {
	if err := c.Validar(); err != nil {
		return nil, err
	}
	in := &dynamodb.QueryInput{
		TableName: s.table(tableOutbox), IndexName: aws.String(indexByCarpeta),
		KeyConditionExpression:    aws.String("#carpetaId = :c"),
		ExpressionAttributeNames:  names(aCarpetaID),
		ExpressionAttributeValues: item{":c": text(c.CarpetaID)},
		ScanIndexForward:          aws.Bool(!c.Descendente),
	}
	if c.Desde == "" {
		return in, nil
	}
	in.ExclusiveStartKey = item{
		aCarpetaID: text(c.CarpetaID), aClaveCarpeta: text(c.Desde), aEventoID: text(documento.IDDeClave(c.Desde)),
	}
	return in, nil
}

// Cambiadas implements eliminacion.Store, as DeCarpeta does.
func (s *Store) Cambiadas(ctx context.Context, c eliminacion.ConsultaCambios) ([]eliminacion.Eliminacion, error) {
	if err := c.Validar(); err != nil {
		return nil, err
	}
	ctx = withOperation(ctx, "Cambiadas")
	from, to := c.Tramo()
	in := &dynamodb.QueryInput{
		TableName: s.table(tableOutbox), IndexName: aws.String(indexByCambio),
		KeyConditionExpression:    aws.String("#carpetaId = :c AND #cambio BETWEEN :from AND :to"),
		ExpressionAttributeNames:  names(aCarpetaID, aCambio),
		ExpressionAttributeValues: item{":c": text(c.CarpetaID), ":from": text(from), ":to": text(to)},
		ScanIndexForward:          aws.Bool(c.EnCurso),
	}
	return s.sagasInOrder(ctx, in, c.Limite)
}

// sagasInOrder reads what an index lists, in its order; what expired but is still in
// the index is made up for by walking on.
func (s *Store) sagasInOrder(ctx context.Context, in *dynamodb.QueryInput, limit int) (all []eliminacion.Eliminacion, err error) {
	for range documento.MaxLlamadasOtras {
		in.Limit = aws.Int32(int32(limit - len(all)))
		out, err := s.query(ctx, in)
		if err != nil {
			return nil, classify(err)
		}
		es, err := s.eliminaciones(ctx, idsOf(out.rows))
		if err != nil {
			return nil, err
		}
		all = append(all, asListed(out.rows, es)...)
		if len(all) >= limit || len(out.next) == 0 {
			return all, nil
		}
		in.ExclusiveStartKey = out.next
	}
	return nil, fault.Plain(fault.QueryTooComplex)
}

// asListed puts sagas into the order of an index; a batch comes in none.
func asListed(listed []item, es []eliminacion.Eliminacion) []eliminacion.Eliminacion {
	place := map[string]int{}
	for n, id := range idsOf(listed) {
		place[id] = n
	}
	slices.SortFunc(es, func(a, b eliminacion.Eliminacion) int { return place[a.EventoID] - place[b.EventoID] })
	return es
}

func idsOf(is []item) []string {
	ids := make([]string, len(is))
	for n, i := range is {
		l := reader{item: i}
		ids[n] = l.text(aEventoID)
	}
	return ids
}

// ClavesDeOperador implements eliminacion.Store.
func (s *Store) ClavesDeOperador(ctx context.Context, c eliminacion.ConsultaOperador) ([]string, error) {
	ctx = withOperation(ctx, "ClavesDeOperador")
	in, empty, err := s.operadorQuery(c)
	if err != nil || empty {
		return nil, err
	}
	var keys []string
	for range documento.MaxLlamadasOtras {
		in.Limit = aws.Int32(int32(c.Limite - len(keys)))
		out, err := s.query(ctx, in)
		if err != nil {
			return nil, classify(err)
		}
		more, err := convert(out.rows, listKey)
		if err != nil {
			return nil, err
		}
		keys = append(keys, more...)
		if len(keys) >= c.Limite || len(out.next) == 0 {
			return keys, nil
		}
		in.ExclusiveStartKey = out.next
	}
	return nil, fault.Plain(fault.QueryTooComplex)
}

func listKey(i item) (string, error) {
	l := reader{item: i}
	return l.text(aClaveCarpeta), l.err
}

func (s *Store) operadorQuery(c eliminacion.ConsultaOperador) (in *dynamodb.QueryInput, empty bool, err error) {
	if err := c.Validar(); err != nil {
		return nil, false, err
	}
	partition := text(operadorKey(c.OperadorID, c.Estado))
	in = &dynamodb.QueryInput{
		TableName: s.table(tableOutbox), IndexName: aws.String(indexByOperador),
		KeyConditionExpression:    aws.String("#claveOperador = :o"),
		ExpressionAttributeNames:  names(aClaveOper),
		ExpressionAttributeValues: item{":o": partition},
		ScanIndexForward:          aws.Bool(!c.Descendente),
	}
	if c.Antes != "" {
		in.KeyConditionExpression = aws.String("#claveOperador = :o AND #claveCarpeta < :before")
		in.ExpressionAttributeNames = names(aClaveOper, aClaveCarpeta)
		in.ExpressionAttributeValues[":before"] = text(c.Antes)
	}
	after, empty := c.Inicio()
	if empty || after == "" || after == c.Antes { // the condition bounds the walk already
		return in, empty, nil
	}
	in.ExclusiveStartKey = item{aClaveOper: partition, aClaveCarpeta: text(after), aEventoID: text(documento.IDDeClave(after))}
	return in, false, nil
}
