package e2e_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// tables are those of a distributed house, for tests that look past the server.
type tables struct {
	t      *testing.T
	db     *dynamodb.Client
	prefix string
}

func openTables(t *testing.T, house *serverkit.House) tables {
	return tables{t, dynamodb.New(dynamodb.Options{
		Region: "us-east-1", BaseEndpoint: aws.String(house.DynamoDB), Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""),
	}), house.Prefix}
}

func (ts tables) put(table string, item map[string]types.AttributeValue) {
	ts.t.Helper()
	_, err := ts.db.PutItem(ts.t.Context(), &dynamodb.PutItemInput{TableName: aws.String(ts.prefix + table), Item: item})
	must(ts.t, err)
}

func (ts tables) get(table string, key map[string]types.AttributeValue) map[string]types.AttributeValue {
	ts.t.Helper()
	got, err := ts.db.GetItem(ts.t.Context(), &dynamodb.GetItemInput{TableName: aws.String(ts.prefix + table), Key: key, ConsistentRead: aws.Bool(true)})
	must(ts.t, err)
	return got.Item
}

// copyTo makes what DynamoDB makes of a table when it restores one: another table with its keys, indexes and
// items, and without its settings, expiry among them.
func (ts tables) copyTo(prefix, table string) {
	ts.t.Helper()
	from, to := aws.String(ts.prefix+table), aws.String(prefix+table)
	d, err := ts.db.DescribeTable(ts.t.Context(), &dynamodb.DescribeTableInput{TableName: from})
	must(ts.t, err)
	in := &dynamodb.CreateTableInput{TableName: to, KeySchema: d.Table.KeySchema, AttributeDefinitions: d.Table.AttributeDefinitions, BillingMode: types.BillingModePayPerRequest}
	for _, i := range d.Table.GlobalSecondaryIndexes {
		in.GlobalSecondaryIndexes = append(in.GlobalSecondaryIndexes, types.GlobalSecondaryIndex{IndexName: i.IndexName, KeySchema: i.KeySchema, Projection: i.Projection})
	}
	_, err = ts.db.CreateTable(ts.t.Context(), in)
	must(ts.t, err)
	serverkit.WaitFor(ts.t, soon, *to+" to be there", func() bool {
		d, err := ts.db.DescribeTable(ts.t.Context(), &dynamodb.DescribeTableInput{TableName: to})
		return err == nil && d.Table.TableStatus == types.TableStatusActive
	})
	pages := dynamodb.NewScanPaginator(ts.db, &dynamodb.ScanInput{TableName: from, ConsistentRead: aws.Bool(true)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ts.t.Context())
		must(ts.t, err)
		ts.write(*to, page.Items)
	}
}

func (ts tables) write(table string, items []map[string]types.AttributeValue) {
	ts.t.Helper()
	for some := range slices.Chunk(items, 25) {
		var rs []types.WriteRequest
		for _, i := range some {
			rs = append(rs, types.WriteRequest{PutRequest: &types.PutRequest{Item: maps.Clone(i)}})
		}
		for left := map[string][]types.WriteRequest{table: rs}; len(left) > 0; {
			out, err := ts.db.BatchWriteItem(ts.t.Context(), &dynamodb.BatchWriteItemInput{RequestItems: left})
			must(ts.t, err)
			left = out.UnprocessedItems
		}
	}
}

// expires reports whether a table lets items go by themselves.
func (ts tables) expires(table string) bool {
	ts.t.Helper()
	out, err := ts.db.DescribeTimeToLive(ts.t.Context(), &dynamodb.DescribeTimeToLiveInput{TableName: aws.String(ts.prefix + table)})
	must(ts.t, err)
	return out.TimeToLiveDescription.TimeToLiveStatus == types.TimeToLiveStatusEnabled
}
