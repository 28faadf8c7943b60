package dynamostore

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// With a filter the first call looks at this many entries for each row wanted,
// the next ones at four times as many as the one before, up to a call's 1 MB:
// a common value costs little, a rare one few calls.
const (
	initialFactor = 4
	growthFactor  = 4
	maxEntries    = 4096 // about 1 MB of entries: no limit any more
)

// Listar implements documento.Store.
func (s *Store) Listar(ctx context.Context, c documento.Consulta) ([]documento.Fila, error) {
	ctx = withOperation(ctx, "Listar")
	in, err := s.listQuery(c)
	if err != nil {
		return nil, err
	}
	filas := make([]documento.Fila, 0, c.Limite)
	for n := range documento.MaxReads {
		limitEntries(in, c, n, len(filas))
		out, err := s.db.Query(ctx, in)
		if err != nil {
			return nil, classify(err)
		}
		for _, i := range out.Items[:min(len(out.Items), c.Limite-len(filas))] {
			f, err := rowOf(i)
			if err != nil {
				return nil, err
			}
			filas = append(filas, f)
		}
		// Only an absent key means the end: a call also stops at 1 MB.
		if len(filas) == c.Limite || len(out.LastEvaluatedKey) == 0 {
			return filas, nil
		}
		in.ExclusiveStartKey = out.LastEvaluatedKey
	}
	return nil, fault.Wrap(fault.QueryTooComplex, fmt.Errorf("page not filled after %d reads", documento.MaxReads))
}

// limitEntries sets how many entries call n looks at.
func limitEntries(in *dynamodb.QueryInput, c documento.Consulta, n, got int) {
	if in.FilterExpression == nil {
		in.Limit = aws.Int32(int32(c.Limite - got))
		return
	}
	entries := c.Limite * initialFactor
	for ; n > 0 && entries < maxEntries; n-- {
		entries *= growthFactor
	}
	in.Limit = aws.Int32(int32(entries))
	if entries >= maxEntries {
		in.Limit = nil
	}
}

func (s *Store) listQuery(c documento.Consulta) (*dynamodb.QueryInput, error) {
	if err := c.Validar(); err != nil {
		return nil, err
	}
	in := &dynamodb.QueryInput{
		TableName: s.table(tableDocumento), IndexName: aws.String(indexOf(c.Campo)),
		KeyConditionExpression:    aws.String("#carpetaId = :c"),
		ExpressionAttributeNames:  names(aCarpetaID),
		ExpressionAttributeValues: item{":c": text(c.CarpetaID)},
		ScanIndexForward:          aws.Bool(!c.Descendente),
	}
	applyFilter(in, c.Filtro)
	if c.Desde == "" {
		return in, nil
	}
	// A start key holds the keys of index and table, nothing else.
	in.ExclusiveStartKey = item{
		aCarpetaID: text(c.CarpetaID), indexKeys[c.Campo]: text(c.Desde), aDocumentoID: text(documento.IDDeClave(c.Desde)),
	}
	return in, nil
}
