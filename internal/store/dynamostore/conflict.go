package dynamostore

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// Repetitions, ours after a conflict and the SDK's after a failure: full jitter under a doubling ceiling. Many
// deletions of one carpeta meet at its counter, so there are more of them than
// the SDK would make; TotalTimeout bounds them all together. A partition that is asked too
// much recovers within the second or so that its repetitions take; a service that is away is not waited for.
const (
	maxRepetitions = 24
	maxAttempts    = 3 // of a call that fails
	maxThrottled   = 8 // of one that is throttled
	firstCeiling   = 10 * time.Millisecond
	maxCeiling     = 400 * time.Millisecond
)

// backoff says how long the SDK waits after attempt n, or that it was the last one. The
// SDK's own waits about a second before its first repetition.
func (s *Store) backoff(n int, err error) (time.Duration, error) {
	var api smithy.APIError
	if n < maxAttempts || errors.As(err, &api) && isThrottled(api) {
		return s.delay(n + 1), nil
	}
	return 0, err
}

// repeat makes a call until it neither collides nor is half done.
func (s *Store) repeat(ctx context.Context, call func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.TotalTimeout)
	defer cancel()
	for n := 0; ; n++ {
		err := call(ctx)
		if !isTransient(err) || n == maxRepetitions {
			return err
		}
		if s.pause(ctx, n) != nil {
			return err // the conflict says more than the deadline
		}
	}
}

// delay is the wait before repetition n+1.
func (s *Store) delay(n int) time.Duration {
	ceiling := min(firstCeiling<<min(n, 10), maxCeiling)
	return time.Duration(s.cfg.Rand() * float64(ceiling))
}

// pause waits before repetition n+1, or until the context ends.
func (s *Store) pause(ctx context.Context, n int) error {
	return service.Pause(ctx, s.delay(n))
}

// transact writes all parts or none. The token makes a repetition whose
// first answer was lost report success instead of a failed condition.
func (s *Store) transact(ctx context.Context, token string, parts ...types.TransactWriteItem) error {
	in := &dynamodb.TransactWriteItemsInput{TransactItems: parts, ClientRequestToken: aws.String(token)}
	err := s.repeat(ctx, func(ctx context.Context) error {
		_, err := s.db.TransactWriteItems(ctx, in)
		return err
	})
	if n := s.eventsAmong(parts); err == nil && n > 0 {
		s.cfg.Written(n)
	}
	return err
}

// eventsAmong counts the events of the trail among the parts of a transaction.
func (s *Store) eventsAmong(parts []types.TransactWriteItem) (n int) {
	for _, p := range parts {
		if p.Put != nil && *p.Put.TableName == *s.table(tableEvento) {
			n++
		}
	}
	return n
}

// tell is transact for what has an event: it is the last part, and no condition of its own can fail.
func (s *Store) tell(ctx context.Context, h auditoria.Evento, parts ...types.TransactWriteItem) error {
	hecho, err := s.hecho(ctx, h)
	if err != nil {
		return err
	}
	return s.transact(ctx, s.cfg.NewToken(), append(parts, hecho)...)
}

// putIfAny is put, in one transaction with the event if something happened that the trail tells of.
func (s *Store) putIfAny(ctx context.Context, p *types.Put, h *auditoria.Evento) error {
	if h == nil {
		return s.put(ctx, p)
	}
	p.ReturnValuesOnConditionCheckFailure = types.ReturnValuesOnConditionCheckFailureAllOld
	err := s.tell(ctx, *h, types.TransactWriteItem{Put: p})
	if err != nil && isMine(previousOf(err), p.Item) {
		return nil
	}
	return err
}

// put writes one item under a condition; nil if it is stored, also when an
// earlier attempt of this very call had stored it and its answer was lost.
func (s *Store) put(ctx context.Context, p *types.Put) error {
	in := &dynamodb.PutItemInput{
		TableName: p.TableName, Item: p.Item, ConditionExpression: p.ConditionExpression,
		ExpressionAttributeNames: p.ExpressionAttributeNames, ExpressionAttributeValues: p.ExpressionAttributeValues,
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}
	err := s.repeat(ctx, func(ctx context.Context) error {
		_, err := s.db.PutItem(ctx, in)
		return err
	})
	if err != nil && isMine(previousOf(err), p.Item) {
		return nil
	}
	return err
}
