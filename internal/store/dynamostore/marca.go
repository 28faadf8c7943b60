package dynamostore

import (
	"context"
	"errors"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
)

// Attributes of a mark, which stands beside the carpetas under an internal key.
const (
	aToken = "ficha"
	aDueno = "dueno"
	aData  = "datos"
)

func marcaKey(name string) item { return carpetaKey(internalPrefix + name) }

// LeerMarca implements marca.Store.
func (s *Store) LeerMarca(ctx context.Context, name string) (marca.Marca, error) {
	m := marca.Marca{Nombre: name}
	i, err := s.read(withOperation(ctx, "LeerMarca"), s.table(tableCarpeta), marcaKey(name))
	if errors.Is(err, fault.NotFound) {
		return m, nil
	}
	if err != nil {
		return m, err
	}
	return marcaOf(i)
}

func marcaOf(i item) (marca.Marca, error) {
	l := reader{item: i}
	m := marca.Marca{
		Nombre: strings.TrimPrefix(l.text(aCarpetaID), internalPrefix), Token: l.integer(aToken), Dueno: l.text(aDueno), Hasta: l.date(aUntil),
	}
	if d := l.text(aData); d != "" {
		m.Datos = []byte(d)
	}
	return m, l.err
}

func marcaItem(m marca.Marca) item {
	i := marcaKey(m.Nombre)
	i[aToken] = number(m.Token)
	setText(i, aDueno, m.Dueno)
	setText(i, aData, string(m.Datos))
	setDate(i, aUntil, m.Hasta, formatSaga)
	return i
}

// EscribirMarca implements marca.Store.
func (s *Store) EscribirMarca(ctx context.Context, m marca.Marca) (marca.Marca, error) {
	next := m
	next.Token++
	in := &dynamodb.PutItemInput{
		TableName: s.table(tableCarpeta), Item: marcaItem(next),
		ConditionExpression:       aws.String("#ficha = :f"),
		ExpressionAttributeNames:  names(aToken),
		ExpressionAttributeValues: item{":f": number(m.Token)},
	}
	if m.Token == 0 {
		in.ConditionExpression = aws.String("attribute_not_exists(#ficha)")
		in.ExpressionAttributeValues = nil
	}
	return next, classify(s.repeat(withOperation(ctx, "EscribirMarca"), func(ctx context.Context) error {
		_, err := s.db.PutItem(ctx, in)
		return err
	}))
}
