package main

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"golang.org/x/sync/errgroup"
)

const (
	plainCalls = 16   // under way, as many as a move has: eight lots of two calls
	plainBatch = 25   // items of a call: no more fit
	plainPage  = 1000 // items that are read back at a time
)

// row is an item as it stands in a table.
type row = map[string]types.AttributeValue

func (i *installation) tables() *dynamodb.Client {
	return dynamodb.New(dynamodb.Options{
		Region: "us-east-1", BaseEndpoint: aws.String(i.dynamodb), Credentials: credentials.NewStaticCredentialsProvider("bench", "bench", ""),
	})
}

// documentItems are those of all documents.
func (i *installation) documentItems(ctx context.Context) (items []row, err error) {
	for p := dynamodb.NewScanPaginator(i.tables(), &dynamodb.ScanInput{TableName: aws.String(i.prefix + "Documento")}); p.HasMorePages(); {
		out, err := p.NextPage(ctx)
		if err != nil {
			return nil, err
		}
		items = append(items, out.Items...)
	}
	return items, nil
}

// writePlainly writes documents as quickly as the tables take them, and reads them back, carpeta by carpeta. It knows
// nothing of what it writes, and compares nothing.
func (i *installation) writePlainly(ctx context.Context, items []row) (written, readBack time.Duration, err error) {
	client, table := i.tables(), i.prefix+"Documento"
	carpetas := map[string]bool{}
	for _, r := range items {
		if id, ok := r["carpetaId"].(*types.AttributeValueMemberS); ok {
			carpetas[id.Value] = true
		}
	}
	since := time.Now()
	err = each(ctx, plainCalls, slices.Collect(slices.Chunk(items, plainBatch)), func(ctx context.Context, some []row) error {
		return putAll(ctx, client, table, some)
	})
	if err != nil {
		return 0, 0, err
	}
	written, since = time.Since(since), time.Now()
	err = each(ctx, plainCalls, slices.Collect(maps.Keys(carpetas)), func(ctx context.Context, id string) error {
		return readAll(ctx, client, table, id)
	})
	return written, time.Since(since), err
}

func putAll(ctx context.Context, client *dynamodb.Client, table string, items []row) error {
	left := make([]types.WriteRequest, len(items))
	for n, r := range items {
		left[n].PutRequest = &types.PutRequest{Item: r}
	}
	for len(left) > 0 {
		out, err := client.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{table: left}})
		if err != nil {
			return err
		}
		left = out.UnprocessedItems[table]
	}
	return nil
}

func readAll(ctx context.Context, client *dynamodb.Client, table, carpetaID string) error {
	q := dynamodb.NewQueryPaginator(client, &dynamodb.QueryInput{
		TableName: aws.String(table), ConsistentRead: aws.Bool(true), Limit: aws.Int32(plainPage),
		KeyConditionExpression: aws.String("carpetaId = :c"), ExpressionAttributeValues: row{":c": &types.AttributeValueMemberS{Value: carpetaID}},
	})
	for q.HasMorePages() {
		if _, err := q.NextPage(ctx); err != nil {
			return err
		}
	}
	return nil
}

// each does something with all of them, some at a time.
func each[T any](ctx context.Context, atOnce int, all []T, do func(context.Context, T) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	for _, one := range all {
		g.Go(func() error { return do(ctx, one) })
	}
	return g.Wait()
}
