package dynamostore

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go/middleware"
)

type claveOperacion struct{}

// operacion names the port's method on whose behalf calls are made.
func operacion(ctx context.Context, nombre string) context.Context {
	return context.WithValue(ctx, claveOperacion{}, nombre)
}

// conPlazoYMedida stands around every call of the client, so that none can
// forget its deadline or its consumed capacity.
func (s *Store) conPlazoYMedida(plazo time.Duration) func(*middleware.Stack) error {
	return func(pila *middleware.Stack) error {
		return pila.Initialize.Add(middleware.InitializeMiddlewareFunc("PlazoYMedida",
			func(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (
				middleware.InitializeOutput, middleware.Metadata, error,
			) {
				pedirMedida(in.Parameters)
				ctx, cancel := context.WithTimeout(ctx, plazo)
				defer cancel()
				out, md, err := next.HandleInitialize(ctx, in)
				if err == nil {
					s.medir(ctx, out.Result)
				}
				return out, md, err
			}), middleware.Before)
	}
}

func (s *Store) medir(ctx context.Context, resultado any) {
	cs := consumos(resultado)
	if len(cs) == 0 {
		return
	}
	total := 0.0
	for _, c := range cs {
		total += aws.ToFloat64(c.CapacityUnits)
	}
	op, _ := ctx.Value(claveOperacion{}).(string)
	s.op.Observar(op, total)
}

// pedirMedida asks for the total where a call can report it.
func pedirMedida(entrada any) {
	const total = types.ReturnConsumedCapacityTotal
	switch e := entrada.(type) {
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

// consumos is what a call reported, one entry per table.
func consumos(resultado any) []types.ConsumedCapacity {
	switch r := resultado.(type) {
	case *dynamodb.GetItemOutput:
		return uno(r.ConsumedCapacity)
	case *dynamodb.BatchGetItemOutput:
		return r.ConsumedCapacity
	case *dynamodb.QueryOutput:
		return uno(r.ConsumedCapacity)
	case *dynamodb.PutItemOutput:
		return uno(r.ConsumedCapacity)
	case *dynamodb.UpdateItemOutput:
		return uno(r.ConsumedCapacity)
	case *dynamodb.TransactWriteItemsOutput:
		return r.ConsumedCapacity
	case *dynamodb.BatchWriteItemOutput:
		return r.ConsumedCapacity
	}
	return nil
}

func uno(c *types.ConsumedCapacity) []types.ConsumedCapacity {
	if c == nil {
		return nil
	}
	return []types.ConsumedCapacity{*c}
}
