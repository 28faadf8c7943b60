package dynamostore

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// ClavesDeOperador implements eliminacion.Store.
func (s *Store) ClavesDeOperador(ctx context.Context, c eliminacion.ConsultaOperador) ([]string, error) {
	ctx = operacion(ctx, "ClavesDeOperador")
	in, vacia, err := s.consultaOperador(c)
	if err != nil || vacia {
		return nil, err
	}
	var claves []string
	for range documento.MaxLecturas {
		in.Limit = aws.Int32(int32(c.Limite - len(claves)))
		out, err := s.db.Query(ctx, in)
		if err != nil {
			return nil, clasificar(err)
		}
		mas, err := convertir(out.Items, claveDeLista)
		if err != nil {
			return nil, err
		}
		claves = append(claves, mas...)
		if len(claves) >= c.Limite || len(out.LastEvaluatedKey) == 0 {
			return claves, nil
		}
		in.ExclusiveStartKey = out.LastEvaluatedKey
	}
	return nil, fault.Plain(fault.QueryTooComplex)
}

func claveDeLista(i item) (string, error) {
	l := lector{item: i}
	return l.texto(aClaveCarpeta), l.err
}

func (s *Store) consultaOperador(c eliminacion.ConsultaOperador) (in *dynamodb.QueryInput, vacia bool, err error) {
	if c.Limite < 1 {
		return nil, false, fault.Wrap(fault.InvalidPaginationArguments, fmt.Errorf("limit %d", c.Limite))
	}
	particion := texto(claveOperador(c.OperadorID, c.Estado))
	in = &dynamodb.QueryInput{
		TableName: s.tabla(tablaOutbox), IndexName: aws.String(indicePorOperador),
		KeyConditionExpression:    aws.String("#claveOperador = :o"),
		ExpressionAttributeNames:  nombres(aClaveOper),
		ExpressionAttributeValues: item{":o": particion},
		ScanIndexForward:          aws.Bool(!c.Descendente),
	}
	if c.Antes != "" {
		in.KeyConditionExpression = aws.String("#claveOperador = :o AND #claveCarpeta < :antes")
		in.ExpressionAttributeNames = nombres(aClaveOper, aClaveCarpeta)
		in.ExpressionAttributeValues[":antes"] = texto(c.Antes)
	}
	desde, vacia := c.Inicio()
	if vacia || desde == "" || desde == c.Antes { // the condition bounds the walk already
		return in, vacia, nil
	}
	id, err := trasAlmohadilla(desde)
	in.ExclusiveStartKey = item{aClaveOper: particion, aClaveCarpeta: texto(desde), aEventoID: texto(id)}
	return in, false, err
}
