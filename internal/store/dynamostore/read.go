package dynamostore

import (
	"context"
	"errors"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// maxLote is how many keys BatchGetItem takes.
const maxLote = 100

// maxVueltas bounds the rounds for keys that the service left over without
// reading any of them.
const maxVueltas = 10

// leer reads one item, strongly consistent; NOT_FOUND when absent.
func (s *Store) leer(ctx context.Context, tabla *string, clave item) (item, error) {
	if emptyKey(clave) {
		return nil, ausente()
	}
	out, err := s.db.GetItem(ctx, &dynamodb.GetItemInput{TableName: tabla, Key: clave, ConsistentRead: aws.Bool(true)})
	if err != nil {
		return nil, clasificar(err)
	}
	if len(out.Item) == 0 {
		return nil, ausente()
	}
	return out.Item, nil
}

// leerLote reads items by their keys, which must differ. Strongly consistent: a
// client that was just told of a change asks for it again.
func (s *Store) leerLote(ctx context.Context, tabla *string, claves []item) ([]item, error) {
	todos := make([]item, 0, len(claves))
	for lote := range slices.Chunk(claves, maxLote) {
		is, err := s.leerPedido(ctx, *tabla, lote)
		if err != nil {
			return nil, err
		}
		todos = append(todos, is...)
	}
	return todos, nil
}

// leerPedido asks again for what an answer leaves over: 100 items are never 16 MB here, so the table was
// asked too much, and each round waits longer.
func (s *Store) leerPedido(ctx context.Context, tabla string, claves []item) ([]item, error) {
	var hechos []item
	for ronda, enVano := 1, 0; len(claves) > 0; ronda++ {
		out, err := s.db.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{
			tabla: {Keys: claves, ConsistentRead: aws.Bool(true)},
		}})
		if err != nil {
			return nil, clasificar(err)
		}
		hechos = append(hechos, out.Responses[tabla]...)
		quedan := out.UnprocessedKeys[tabla].Keys
		if len(quedan) < len(claves) {
			enVano = 0
		} else if enVano++; enVano > maxVueltas {
			return nil, fault.Wrap(fault.Unavailable, errors.New("BatchGetItem keeps leaving all keys over"))
		}
		if claves = quedan; len(claves) > 0 && s.pausa(ctx, ronda) != nil {
			return nil, clasificar(ctx.Err())
		}
	}
	return hechos, nil
}

// clavesUnicas makes the keys of a batch: the service refuses a key given twice, and one without an id.
func clavesUnicas[K comparable](ks []K, clave func(K) item) []item {
	vistas := make(map[K]bool, len(ks))
	is := make([]item, 0, len(ks))
	for _, k := range ks {
		i := clave(k)
		if !vistas[k] && !emptyKey(i) {
			vistas[k] = true
			is = append(is, i)
		}
	}
	return is
}

// emptyKey reports a key that names nothing: the service refuses it instead.
func emptyKey(key item) bool {
	for _, v := range key {
		if s, ok := v.(*types.AttributeValueMemberS); ok && s.Value == "" {
			return true
		}
	}
	return false
}

// convertir decodes items; one that cannot be read fails them all.
func convertir[T any](is []item, de func(item) (T, error)) ([]T, error) {
	ts := make([]T, 0, len(is))
	for _, i := range is {
		t, err := de(i)
		if err != nil {
			return nil, err
		}
		ts = append(ts, t)
	}
	return ts, nil
}
