package dynamo

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go/middleware"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// Classify gives an error of a call that somebody else makes of the client its code.
func Classify(err error) error { return classify(err) }

// ClientOptions have the SDK's calls repeated, bounded and metered as those of this package are. timeout bounds a call with
// its repetitions.
func (c Config) ClientOptions(timeout time.Duration) func(*dynamodb.Options) {
	return func(o *dynamodb.Options) {
		// TLS guards the answers already, and the check spoils the connection of every failed condition.
		o.DisableValidateResponseChecksum = true
		o.Retryer = retry.NewStandard(func(r *retry.StandardOptions) {
			r.MaxAttempts = maxThrottled
			r.Backoff = retry.BackoffDelayerFunc(c.backoff)
		})
		o.APIOptions = append(o.APIOptions, c.withTimeoutAndMeter(timeout), c.withThrottleMeter)
	}
}

// backoff says how long the SDK waits after attempt n, or that it was the last one. The SDK's own waits about a second
// before its first repetition.
func (c Config) backoff(n int, err error) (time.Duration, error) {
	if n < maxAttempts || isThrottled(err) {
		return c.delay(n + 1), nil
	}
	return 0, err
}

// withTimeoutAndMeter stands around every call of the client, so that none can forget its deadline or its consumed capacity.
func (c Config) withTimeoutAndMeter(timeout time.Duration) func(*middleware.Stack) error {
	return func(stack *middleware.Stack) error {
		return stack.Initialize.Add(middleware.InitializeMiddlewareFunc("TimeoutAndMeter",
			func(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (
				middleware.InitializeOutput, middleware.Metadata, error,
			) {
				askForMeter(in.Parameters)
				ctx, cancel := context.WithTimeout(ctx, timeout)
				defer cancel()
				out, md, err := next.HandleInitialize(ctx, in)
				if cs := consumed(out.Result); err == nil && len(cs) > 0 {
					c.Observe(records.OperationOf(ctx), total(cs))
				}
				return out, md, err
			}), middleware.Before)
	}
}

// withThrottleMeter stands around every attempt.
func (c Config) withThrottleMeter(stack *middleware.Stack) error {
	return stack.Deserialize.Add(middleware.DeserializeMiddlewareFunc("ThrottleMeter",
		func(ctx context.Context, in middleware.DeserializeInput, next middleware.DeserializeHandler) (
			middleware.DeserializeOutput, middleware.Metadata, error,
		) {
			out, md, err := next.HandleDeserialize(ctx, in)
			if isThrottled(err) || hasReason(err, throttledReasons...) {
				c.Throttled(records.OperationOf(ctx))
			}
			return out, md, err
		}), middleware.Before)
}

// throttledReasons are those of a transaction that asked a partition too much.
var throttledReasons = []string{"ThrottlingError", "ProvisionedThroughputExceeded"}

// askForMeter asks for the total where a call can report it.
func askForMeter(call any) {
	const total = types.ReturnConsumedCapacityTotal
	switch c := call.(type) {
	case *dynamodb.PutItemInput:
		c.ReturnConsumedCapacity = total
	case *dynamodb.UpdateItemInput:
		c.ReturnConsumedCapacity = total
	case *dynamodb.DeleteItemInput:
		c.ReturnConsumedCapacity = total
	case *dynamodb.TransactWriteItemsInput:
		c.ReturnConsumedCapacity = total
	case *dynamodb.BatchWriteItemInput:
		c.ReturnConsumedCapacity = total
	}
}

// consumed is the consumption that a call reported, one entry per table.
func consumed(result any) []types.ConsumedCapacity {
	switch r := result.(type) {
	case *dynamodb.PutItemOutput:
		return single(r.ConsumedCapacity)
	case *dynamodb.UpdateItemOutput:
		return single(r.ConsumedCapacity)
	case *dynamodb.DeleteItemOutput:
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

func total(cs []types.ConsumedCapacity) (units float64) {
	for _, c := range cs {
		units += aws.ToFloat64(c.CapacityUnits)
	}
	return units
}

// IsMissingTable reports that a table, or an index, is not there.
func IsMissingTable(err error) bool {
	var e *types.ResourceNotFoundException
	return errors.As(err, &e)
}
