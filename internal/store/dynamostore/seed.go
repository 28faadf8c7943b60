package dynamostore

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Bulk writes: a call takes 25 items, and a few calls at once are what
// keeps an emulator or a fresh table busy without being throttled.
const (
	maxWrites      = 25
	parallelWrites = 12
)

// Sembrar implements documento.Sembrador. The carpeta comes last: a reader that sees it
// sees its documents. Nobody waits for one of its calls, so each may take long: a busy emulator does.
func (s *Store) Sembrar(ctx context.Context, c carpeta.Carpeta, ds []documento.Documento, h auditoria.Evento) error {
	ctx = withOperation(ctx, "Sembrar")
	c.Uso = documento.UsoDe(ds)
	if err := s.writeAll(ctx, tableDocumento, apply(ds, documentoItem)); err != nil {
		return err
	}
	return s.openCarpeta(ctx, c, h)
}

// SembrarEntregas implements entrega.Sembrador.
func (s *Store) SembrarEntregas(ctx context.Context, es []entrega.Sembrada) error {
	entregas := apply(es, func(e entrega.Sembrada) item { return entregaItem(e.Entrega) })
	marks := apply(es, func(e entrega.Sembrada) item { return onceItem(e.Documento) })
	return s.writeAll(withOperation(ctx, "SembrarEntregas"), tableEntidad, append(entregas, marks...))
}

func apply[T any](ts []T, f func(T) item) []item {
	is := make([]item, len(ts))
	for n, t := range ts {
		is[n] = f(t)
	}
	return is
}

// writeBatch writes up to 25 items of one table, and again those that the service leaves over.
func (s *Store) writeBatch(ctx context.Context, db *dynamodb.Client, name string, is []item) error {
	table := *s.table(name)
	requests := make([]types.WriteRequest, len(is))
	for n, i := range is {
		requests[n] = types.WriteRequest{PutRequest: &types.PutRequest{Item: i}}
	}
	for inVain := 0; len(requests) > 0; {
		out, err := db.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{
			RequestItems: map[string][]types.WriteRequest{table: requests},
		})
		if err != nil {
			return classify(err)
		}
		left := out.UnprocessedItems[table]
		if len(left) < len(requests) {
			inVain = 0
		} else if inVain++; inVain > maxRounds {
			return fault.Wrap(fault.Unavailable, errors.New("BatchWriteItem keeps leaving all items over"))
		}
		if requests = left; len(requests) == 0 {
			break
		}
		s.cfg.Throttled(operationOf(ctx))
		if s.pause(ctx, inVain+2) != nil {
			return classify(ctx.Err())
		}
	}
	return nil
}
