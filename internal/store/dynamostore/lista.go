package dynamostore

import (
	"context"
	"fmt"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/entrega"
)

// A status list is a partition of the table Entidad: the list itself, and an item for each marked index.
const (
	ofLista   = "l#"
	listHead  = "lista"
	aGivenOut = "dadas"
	aListKey  = "secreto"
	pageLista = 10_000
)

func statusKey(number int64, entry string) item {
	return item{aPartition: text(ofLista + strconv.FormatInt(number, 10)), aSort: text(entry)}
}

func bitEntry(i int64) string { return fmt.Sprintf("%07d", i) }

func listaItem(l entrega.Lista) item {
	i := statusKey(l.Numero, listHead)
	i[aGivenOut], i[aListKey] = number(l.Dadas), &types.AttributeValueMemberB{Value: l.Llave}
	return i
}

func listaOf(numero int64, i item) (entrega.Lista, error) {
	l := reader{item: i}
	return entrega.Lista{Numero: numero, Llave: l.bytes(aListKey), Dadas: l.integer(aGivenOut)}, l.err
}

// ContarEnLista implements entrega.Store.
func (s *Store) ContarEnLista(ctx context.Context, numero int64, key []byte) (entrega.Lista, error) {
	in := &dynamodb.UpdateItemInput{
		TableName: s.table(tableEntidad), Key: statusKey(numero, listHead), ReturnValues: types.ReturnValueAllNew,
		UpdateExpression:          aws.String("SET #secreto = if_not_exists(#secreto, :key) ADD #dadas :one"),
		ExpressionAttributeNames:  names(aGivenOut, aListKey),
		ExpressionAttributeValues: item{":one": number(1), ":key": &types.AttributeValueMemberB{Value: key}},
	}
	var out *dynamodb.UpdateItemOutput
	ctx = withOperation(ctx, "ContarEnLista")
	err := s.repeat(ctx, func(ctx context.Context) (err error) {
		out, err = s.db.UpdateItem(ctx, in)
		return err
	})
	if err != nil {
		return entrega.Lista{}, classify(err)
	}
	return listaOf(numero, out.Attributes)
}

// ListaDeEstado implements entrega.Store.
func (s *Store) ListaDeEstado(ctx context.Context, numero int64) (l entrega.Lista, marked []int64, err error) {
	ctx = withOperation(ctx, "ListaDeEstado")
	i, err := s.read(ctx, s.table(tableEntidad), statusKey(numero, listHead))
	if err != nil {
		return l, nil, err
	}
	if l, err = listaOf(numero, i); err != nil {
		return l, nil, err
	}
	for after := ""; ; {
		is, err := s.walkPartition(ctx, ofLista+strconv.FormatInt(numero, 10), after, false, pageLista, always)
		if err != nil {
			return l, nil, err
		}
		for _, i := range is {
			r := reader{item: i}
			if after = r.text(aSort); after == listHead { // digits come before it
				return l, marked, nil
			}
			index, err := strconv.ParseInt(after, 10, 64)
			if err != nil {
				return l, nil, err
			}
			marked = append(marked, index)
		}
	}
}

// mark sets the bit of a delivery, if it has one.
func (s *Store) mark(p entrega.Posicion) []types.TransactWriteItem {
	if p.Lista == 0 {
		return nil
	}
	return []types.TransactWriteItem{{Put: &types.Put{TableName: s.table(tableEntidad), Item: statusKey(p.Lista, bitEntry(p.Indice))}}}
}
