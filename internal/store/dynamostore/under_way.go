package dynamostore

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// enterUnderWay brings the sagas that an earlier version left under way into the index by
// change. All of them are due at some time, so that the sweeper's index names them; those that
// have ended are no news.
func (s *Store) enterUnderWay(ctx context.Context) error {
	operadores, err := s.Operadores(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for _, id := range operadores {
		errs = append(errs, s.enterDueOf(ctx, id))
	}
	return errors.Join(errs...)
}

func (s *Store) enterDueOf(ctx context.Context, operadorID string) error {
	in := &dynamodb.QueryInput{
		TableName: s.table(tableOutbox), IndexName: aws.String(indexPending), Limit: aws.Int32(maxBatch),
		KeyConditionExpression:    aws.String("#operadorId = :o"),
		ExpressionAttributeNames:  names(aOperadorID),
		ExpressionAttributeValues: item{":o": text(operadorID)},
	}
	for {
		out, err := s.query(ctx, in)
		if err != nil {
			return classify(err)
		}
		due, err := s.readBatch(ctx, s.table(tableOutbox), uniqueKeys(idsOf(out.rows), eventoKey))
		if err != nil {
			return err
		}
		for _, i := range due {
			if err := s.enter(ctx, i); err != nil {
				return err
			}
		}
		if len(out.next) == 0 {
			return nil
		}
		in.ExclusiveStartKey = out.next
	}
}

// enter gives one saga its key, unless it has one, or has ended meanwhile.
func (s *Store) enter(ctx context.Context, i item) error {
	if _, entered := i[aCambio]; entered {
		return nil
	}
	e, err := sagaOf(i)
	if err != nil || e.Estado.Terminal() {
		return err
	}
	_, err = s.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: s.table(tableOutbox), Key: eventoKey(e.EventoID),
		UpdateExpression:          aws.String("SET #cambio = :cambio"),
		ConditionExpression:       aws.String("attribute_not_exists(#cambio) AND #secuencia = :secuencia"),
		ExpressionAttributeNames:  names(aCambio, aSecuencia),
		ExpressionAttributeValues: item{":cambio": text(e.ClaveCambio()), ":secuencia": number(e.Secuencia)},
	})
	if isConditionFailed(err) {
		return nil // its next step entered it
	}
	return classify(err)
}
