package dynamostore

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// interno begins the keys of the items in the table Carpeta that are no carpetas:
// the census of operadores and the marks. Nobody's carpetaId begins so.
const (
	interno = "#"
	censo   = interno + "operadores"
)

func esInterno(carpetaID string) bool { return strings.HasPrefix(carpetaID, interno) }

// registrarEnCenso adds an operador once per process, before its first carpeta. It
// is a set apart from the sweeper's, which is read every few seconds and costs by
// its length.
func (s *Store) registrarEnCenso(ctx context.Context, operadorID string) error {
	if operadorID == "" {
		return nil
	}
	return s.registrarEn(ctx, s.tabla(tablaCarpeta), claveCarpeta(censo), operadorID, &s.enCenso)
}

// registrarEn adds a name to a set once per process: a name too many in a set is
// harmless, a missing one would hide what belongs to it.
func (s *Store) registrarEn(ctx context.Context, tabla *string, clave item, operadorID string, hechos *sync.Map) error {
	if _, ya := hechos.Load(operadorID); ya {
		return nil
	}
	in := &dynamodb.UpdateItemInput{
		TableName: tabla, Key: clave,
		UpdateExpression:          aws.String("ADD #operadores :o"),
		ExpressionAttributeNames:  nombres(aOperadores),
		ExpressionAttributeValues: item{":o": &types.AttributeValueMemberSS{Value: []string{operadorID}}},
	}
	err := s.repetir(ctx, func(ctx context.Context) error {
		_, err := s.db.UpdateItem(ctx, in)
		return err
	})
	if err == nil {
		hechos.Store(operadorID, true)
	}
	return clasificar(err)
}

// leerRegistro reads such a set, in order; none if it was never written.
func (s *Store) leerRegistro(ctx context.Context, tabla *string, clave item) ([]string, error) {
	i, err := s.leer(ctx, tabla, clave)
	if errors.Is(err, fault.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	set, ok := i[aOperadores].(*types.AttributeValueMemberSS)
	if !ok {
		return nil, nil
	}
	return slices.Sorted(slices.Values(set.Value)), nil
}

// OperadoresConCarpetas implements carpeta.Censo.
func (s *Store) OperadoresConCarpetas(ctx context.Context) ([]string, error) {
	return s.leerRegistro(operacion(ctx, "OperadoresConCarpetas"), s.tabla(tablaCarpeta), claveCarpeta(censo))
}

// CarpetasDeOperador implements carpeta.Censo.
func (s *Store) CarpetasDeOperador(ctx context.Context, operadorID, desde string, limite int) ([]string, error) {
	ctx = operacion(ctx, "CarpetasDeOperador")
	in := &dynamodb.QueryInput{
		TableName: s.tabla(tablaCarpeta), IndexName: aws.String(indicePorOperador),
		KeyConditionExpression:    aws.String("#operadorId = :o AND #carpetaId > :desde"),
		ExpressionAttributeNames:  nombres(aOperadorID, aCarpetaID),
		ExpressionAttributeValues: item{":o": texto(operadorID), ":desde": texto(desde)},
	}
	if desde == "" { // a key must not be empty
		in.KeyConditionExpression, in.ExpressionAttributeNames = aws.String("#operadorId = :o"), nombres(aOperadorID)
		in.ExpressionAttributeValues = item{":o": texto(operadorID)}
	}
	var ids []string
	for len(ids) < limite {
		in.Limit = aws.Int32(int32(limite - len(ids)))
		out, err := s.db.Query(ctx, in)
		if err != nil {
			return nil, clasificar(err)
		}
		for _, i := range out.Items {
			l := lector{item: i}
			ids = append(ids, l.texto(aCarpetaID))
		}
		if len(out.LastEvaluatedKey) == 0 {
			break
		}
		in.ExclusiveStartKey = out.LastEvaluatedKey
	}
	return ids, nil
}

// CorregirTotal implements carpeta.Censo. The difference is added, so that nothing
// but the counter is decided here; the conditions make it a correction of exactly
// what was seen.
func (s *Store) CorregirTotal(ctx context.Context, vista carpeta.Carpeta, total int64) error {
	in := &dynamodb.UpdateItemInput{
		TableName: s.tabla(tablaCarpeta), Key: claveCarpeta(vista.CarpetaID),
		UpdateExpression:         aws.String("ADD #totalDocumentosAproximado :d"),
		ConditionExpression:      aws.String("#version = :v AND #totalDocumentosAproximado = :t"),
		ExpressionAttributeNames: nombres(aTotal, aVersion),
		ExpressionAttributeValues: item{
			":d": numero(total - vista.TotalDocumentos), ":v": numero(vista.Version), ":t": numero(vista.TotalDocumentos),
		},
	}
	return clasificar(s.repetir(operacion(ctx, "CorregirTotal"), func(ctx context.Context) error {
		_, err := s.db.UpdateItem(ctx, in)
		return err
	}))
}
