package dynamostore

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// Repetitions, ours after a conflict and the SDK's after a failure: full jitter under a doubling ceiling. Many
// deletions of one carpeta meet at its counter, so there are more of them than
// the SDK would make; PlazoTotal bounds them all together. A partition that is asked too
// much recovers within the second or so that its repetitions take; a service that is away is not waited for.
const (
	maxRepeticiones = 24
	maxIntentos     = 3 // of a call that fails
	maxEstrangulada = 8 // of one that is throttled
	techoInicial    = 10 * time.Millisecond
	techoMaximo     = 400 * time.Millisecond
)

// espaciar says how long the SDK waits after attempt n, or that it was the last one. The
// SDK's own waits about a second before its first repetition.
func (s *Store) espaciar(n int, err error) (time.Duration, error) {
	var api smithy.APIError
	if n < maxIntentos || errors.As(err, &api) && esEstrangulado(api) {
		return s.demora(n + 1), nil
	}
	return 0, err
}

// repetir makes a call until it neither collides nor is half done.
func (s *Store) repetir(ctx context.Context, llamar func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, s.op.PlazoTotal)
	defer cancel()
	for n := 0; ; n++ {
		err := llamar(ctx)
		if !esPasajero(err) || n == maxRepeticiones {
			return err
		}
		if s.pausa(ctx, n) != nil {
			return err // the conflict says more than the deadline
		}
	}
}

// demora is the wait before repetition n+1.
func (s *Store) demora(n int) time.Duration {
	techo := min(techoInicial<<min(n, 10), techoMaximo)
	return time.Duration(s.op.Azar() * float64(techo))
}

// pausa waits before repetition n+1, or until the context ends.
func (s *Store) pausa(ctx context.Context, n int) error {
	return service.Pause(ctx, s.demora(n))
}

// transaccion writes all parts or none. The token makes a repetition whose
// first answer was lost report success instead of a failed condition.
func (s *Store) transaccion(ctx context.Context, token string, partes ...types.TransactWriteItem) error {
	in := &dynamodb.TransactWriteItemsInput{TransactItems: partes, ClientRequestToken: aws.String(token)}
	return s.repetir(ctx, func(ctx context.Context) error {
		_, err := s.db.TransactWriteItems(ctx, in)
		return err
	})
}

// poner writes one item under a condition; nil if it is stored, also when an
// earlier attempt of this very call had stored it and its answer was lost.
func (s *Store) poner(ctx context.Context, p *types.Put) error {
	in := &dynamodb.PutItemInput{
		TableName: p.TableName, Item: p.Item, ConditionExpression: p.ConditionExpression,
		ExpressionAttributeNames: p.ExpressionAttributeNames, ExpressionAttributeValues: p.ExpressionAttributeValues,
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}
	err := s.repetir(ctx, func(ctx context.Context) error {
		_, err := s.db.PutItem(ctx, in)
		return err
	})
	if err != nil && esMia(previoDe(err), p.Item) {
		return nil
	}
	return err
}
