package dynamostore

import (
	"context"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// DeCarpeta implements eliminacion.Store: keys from the index, items by key. What
// expired but is still in the index is made up for by walking on.
func (s *Store) DeCarpeta(ctx context.Context, c eliminacion.ConsultaCarpeta) ([]eliminacion.Eliminacion, error) {
	ctx = operacion(ctx, "DeCarpeta")
	in, err := s.consultaCarpeta(c)
	if err != nil {
		return nil, err
	}
	var todas []eliminacion.Eliminacion
	for range documento.MaxReads {
		in.Limit = aws.Int32(int32(c.Limite - len(todas)))
		out, err := s.db.Query(ctx, in)
		if err != nil {
			return nil, clasificar(err)
		}
		es, err := s.eliminaciones(ctx, idsDe(out.Items))
		if err != nil {
			return nil, err
		}
		slices.SortFunc(es, func(a, b eliminacion.Eliminacion) int {
			return sentido(c.Descendente) * strings.Compare(a.ClaveCarpeta(), b.ClaveCarpeta())
		})
		todas = append(todas, es...)
		if len(todas) >= c.Limite || len(out.LastEvaluatedKey) == 0 {
			return todas, nil
		}
		in.ExclusiveStartKey = out.LastEvaluatedKey
	}
	return nil, fault.Plain(fault.QueryTooComplex)
}

func (s *Store) consultaCarpeta(c eliminacion.ConsultaCarpeta) (*dynamodb.QueryInput, error) {
	if err := c.Validar(); err != nil {
		return nil, err
	}
	in := &dynamodb.QueryInput{
		TableName: s.tabla(tablaOutbox), IndexName: aws.String(indicePorCarpeta),
		KeyConditionExpression:    aws.String("#carpetaId = :c"),
		ExpressionAttributeNames:  nombres(aCarpetaID),
		ExpressionAttributeValues: item{":c": texto(c.CarpetaID)},
		ScanIndexForward:          aws.Bool(!c.Descendente),
	}
	if c.Desde == "" {
		return in, nil
	}
	in.ExclusiveStartKey = item{
		aCarpetaID: texto(c.CarpetaID), aClaveCarpeta: texto(c.Desde), aEventoID: texto(documento.IDDeClave(c.Desde)),
	}
	return in, nil
}

func idsDe(is []item) []string {
	ids := make([]string, len(is))
	for n, i := range is {
		l := lector{item: i}
		ids[n] = l.texto(aEventoID)
	}
	return ids
}

func sentido(descendente bool) int {
	if descendente {
		return -1
	}
	return 1
}

// ClavesDeOperador implements eliminacion.Store.
func (s *Store) ClavesDeOperador(ctx context.Context, c eliminacion.ConsultaOperador) ([]string, error) {
	ctx = operacion(ctx, "ClavesDeOperador")
	in, vacia, err := s.consultaOperador(c)
	if err != nil || vacia {
		return nil, err
	}
	var claves []string
	for range documento.MaxReads {
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
	if err := c.Validar(); err != nil {
		return nil, false, err
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
	in.ExclusiveStartKey = item{aClaveOper: particion, aClaveCarpeta: texto(desde), aEventoID: texto(documento.IDDeClave(desde))}
	return in, false, nil
}
