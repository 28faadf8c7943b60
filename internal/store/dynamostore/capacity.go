package dynamostore

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/middleware"
)

type operationKey struct{}

// withOperation names the port's method on whose behalf calls are made.
func withOperation(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, operationKey{}, name)
}

func operationOf(ctx context.Context) string {
	name, _ := ctx.Value(operationKey{}).(string)
	return name
}

// withTimeoutAndMeter stands around every call of the client, so that none can
// forget its deadline or its consumed capacity.
func (s *Store) withTimeoutAndMeter(timeout time.Duration) func(*middleware.Stack) error {
	return func(stack *middleware.Stack) error {
		return stack.Initialize.Add(middleware.InitializeMiddlewareFunc("TimeoutAndMeter",
			func(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (
				middleware.InitializeOutput, middleware.Metadata, error,
			) {
				askForMeter(in.Parameters)
				ctx, cancel := context.WithTimeout(ctx, timeout)
				defer cancel()
				out, md, err := next.HandleInitialize(ctx, in)
				if err == nil {
					s.record(ctx, out.Result)
				}
				return out, md, err
			}), middleware.Before)
	}
}

// withThrottleMeter stands around every attempt.
func (s *Store) withThrottleMeter(stack *middleware.Stack) error {
	return stack.Deserialize.Add(middleware.DeserializeMiddlewareFunc("ThrottleMeter",
		func(ctx context.Context, in middleware.DeserializeInput, next middleware.DeserializeHandler) (
			middleware.DeserializeOutput, middleware.Metadata, error,
		) {
			out, md, err := next.HandleDeserialize(ctx, in)
			var api smithy.APIError
			if err != nil && (errors.As(err, &api) && isThrottled(api) || hasReason(err, throttledReasons...)) {
				s.cfg.Throttled(operationOf(ctx))
			}
			return out, md, err
		}), middleware.Before)
}

func (s *Store) record(ctx context.Context, result any) {
	cs := consumed(result)
	if len(cs) == 0 {
		return
	}
	total := 0.0
	for _, c := range cs {
		total += aws.ToFloat64(c.CapacityUnits)
	}
	s.cfg.Observe(operationOf(ctx), total)
}

// askForMeter asks for the total where a call can report it.
func askForMeter(entry any) {
	const total = types.ReturnConsumedCapacityTotal
	switch e := entry.(type) {
	case *dynamodb.GetItemInput:
		e.ReturnConsumedCapacity = total
	case *dynamodb.BatchGetItemInput:
		e.ReturnConsumedCapacity = total
	case *dynamodb.QueryInput:
		e.ReturnConsumedCapacity = total
	case *dynamodb.PutItemInput:
		e.ReturnConsumedCapacity = total
	case *dynamodb.UpdateItemInput:
		e.ReturnConsumedCapacity = total
	case *dynamodb.TransactWriteItemsInput:
		e.ReturnConsumedCapacity = total
	case *dynamodb.BatchWriteItemInput:
		e.ReturnConsumedCapacity = total
	}
}

// consumed is the consumption that a call reported, one entry per table.
func consumed(result any) []types.ConsumedCapacity {
	switch r := result.(type) {
	case *dynamodb.GetItemOutput:
		return single(r.ConsumedCapacity)
	case *dynamodb.BatchGetItemOutput:
		return r.ConsumedCapacity
	case *dynamodb.QueryOutput:
		return single(r.ConsumedCapacity)
	case *dynamodb.PutItemOutput:
		return single(r.ConsumedCapacity)
	case *dynamodb.UpdateItemOutput:
		return single(r.ConsumedCapacity)
	case *dynamodb.TransactWriteItemsOutput:
		return r.ConsumedCapacity
	case *dynamodb.BatchWriteItemOutput:
		return r.ConsumedCapacity
	}
	return nil
}

func single(c *types.ConsumedCapacity) []types.ConsumedCapacity {
	if c == nil {
		return nil
	}
	return []types.ConsumedCapacity{*c}
}
