package main

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// restTables are the tables whose items stay.
var restTables = []string{"Carpeta", "Documento", "DocumentoEventosOutbox", "EventosAuditoria", "Novedad"}

// overhead is what DynamoDB adds to each item that it keeps, in a table and in an index.
const overhead = 100

// rest is the size of what is kept.
func (m *unitMeter) rest(ctx context.Context) (map[string]stored, error) {
	client := dynamodb.New(dynamodb.Options{
		Region: "us-east-1", BaseEndpoint: aws.String(m.i.dynamodb), Credentials: credentials.NewStaticCredentialsProvider("bench", "bench", ""),
	})
	sizes := map[string]stored{}
	for _, table := range restTables {
		name := aws.String(m.i.prefix + table)
		described, err := client.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: name})
		if err != nil {
			return nil, err
		}
		items, size, err := scan(ctx, client, &dynamodb.ScanInput{TableName: name})
		if err != nil {
			return nil, err
		}
		if items == 0 {
			return nil, fmt.Errorf("%s is empty", table)
		}
		inIndexes := 0
		for _, index := range described.Table.GlobalSecondaryIndexes {
			_, size, err := scan(ctx, client, &dynamodb.ScanInput{TableName: name, IndexName: index.IndexName})
			if err != nil {
				return nil, err
			}
			inIndexes += size
		}
		sizes[table] = stored{Items: items, Table: rounded(float64(size) / float64(items)), Indexes: rounded(float64(inIndexes) / float64(items))}
	}
	return sizes, nil
}

func scan(ctx context.Context, client *dynamodb.Client, in *dynamodb.ScanInput) (items, size int, err error) {
	for p := dynamodb.NewScanPaginator(client, in); p.HasMorePages(); {
		out, err := p.NextPage(ctx)
		if err != nil {
			return 0, 0, err
		}
		for _, i := range out.Items {
			items, size = items+1, size+overhead+itemBytes(i)
		}
	}
	return items, size, nil
}

// itemBytes is an item's size as DynamoDB counts it.
func itemBytes(i map[string]types.AttributeValue) (n int) {
	for name, v := range i {
		n += len(name) + valueBytes(v)
	}
	return n
}

func valueBytes(v types.AttributeValue) int {
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		return len(v.Value)
	case *types.AttributeValueMemberN:
		return len(v.Value)/2 + 2
	case *types.AttributeValueMemberB:
		return len(v.Value)
	case *types.AttributeValueMemberM:
		return 3 + len(v.Value) + itemBytes(v.Value)
	case *types.AttributeValueMemberL:
		n := 3
		for _, e := range v.Value {
			n += 1 + valueBytes(e)
		}
		return n
	}
	return 1
}
