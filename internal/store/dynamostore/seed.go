package dynamostore

import (
	"context"
	"errors"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Bulk writes: 25 items is what a call takes, and a few calls at once are what
// keeps an emulator or a fresh table busy without being throttled.
const (
	maxEscrituras = 25
	enParalelo    = 12
)

// Sembrar implements documento.Sembrador. The carpeta comes last: whoever sees it
// sees its documents.
func (s *Store) Sembrar(ctx context.Context, c carpeta.Carpeta, ds []documento.Documento) error {
	ctx = operacion(ctx, "Sembrar")
	if err := s.registrarEnCenso(ctx, c.OperadorID); err != nil {
		return err
	}
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(enParalelo)
	for lote := range slices.Chunk(ds, maxEscrituras) {
		g.Go(func() error { return s.escribirLote(gctx, lote) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	_, err := s.db.PutItem(ctx, &dynamodb.PutItemInput{TableName: s.tabla(tablaCarpeta), Item: itemCarpeta(c)})
	return clasificar(err)
}

func (s *Store) escribirLote(ctx context.Context, ds []documento.Documento) error {
	tabla := *s.tabla(tablaDocumento)
	pedidos := make([]types.WriteRequest, len(ds))
	for n, d := range ds {
		pedidos[n] = types.WriteRequest{PutRequest: &types.PutRequest{Item: itemDocumento(d)}}
	}
	for enVano := 0; len(pedidos) > 0; {
		out, err := s.db.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{
			RequestItems: map[string][]types.WriteRequest{tabla: pedidos},
		})
		if err != nil {
			return clasificar(err)
		}
		quedan := out.UnprocessedItems[tabla]
		if len(quedan) < len(pedidos) {
			enVano = 0
		} else if enVano++; enVano > maxVueltas {
			return fault.Wrap(fault.Unavailable, errors.New("BatchWriteItem keeps leaving all items over"))
		}
		if pedidos = quedan; len(pedidos) > 0 && s.pausa(ctx, enVano+2) != nil {
			return clasificar(ctx.Err())
		}
	}
	return nil
}
