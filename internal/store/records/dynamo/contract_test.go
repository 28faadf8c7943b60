package dynamo_test

import (
	"context"
	"crypto/rand"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/dynamo"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/recordstest"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

func TestMain(m *testing.M) { os.Exit(services.Main(m)) }

func TestContract(t *testing.T) {
	w := newWire(t)
	d := open(t, w)
	recordstest.Run(t, recordstest.Engine{DB: d, Lose: func() { w.lose.Store(true) }})
}

// open is an engine with tables of its own, which are removed after the test.
func open(t testing.TB, w *wire) *dynamo.DB {
	t.Helper()
	c := clientOf(services.DynamoDB(t), &http.Client{Transport: w})
	prefix := "t" + rand.Text() + "_"
	for _, table := range recordstest.Tables {
		in := createInput(table)
		in.TableName = aws.String(prefix + table.Name)
		if _, err := c.CreateTable(t.Context(), in); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { // not t.Context: it has ended by now
			if _, err := c.DeleteTable(context.Background(), &dynamodb.DeleteTableInput{TableName: in.TableName}); err != nil {
				t.Errorf("table left behind: %v", err)
			}
		})
	}
	return dynamo.New(dynamo.Config{
		Client: c, Prefix: prefix, Timeout: 3 * time.Minute, Clock: time.Now, NewToken: func() string { return rand.Text()[:16] },
		Observe: func(string, float64) {}, Throttled: func(string) {},
	})
}

func clientOf(endpoint string, client aws.HTTPClient) *dynamodb.Client {
	return dynamodb.New(dynamodb.Options{
		BaseEndpoint: aws.String(endpoint), Region: "us-east-1", HTTPClient: client,
		Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""),
		Retryer: retry.NewStandard(func(o *retry.StandardOptions) {
			o.Backoff = retry.BackoffDelayerFunc(func(int, error) (time.Duration, error) { return time.Millisecond, nil })
		}),
	})
}

func createInput(t *records.Table) *dynamodb.CreateTableInput {
	in := &dynamodb.CreateTableInput{BillingMode: types.BillingModePayPerRequest}
	keys := func(partition, sort string) (ks []types.KeySchemaElement) {
		for n, name := range []string{partition, sort} {
			if name == "" {
				continue
			}
			ks = append(ks, types.KeySchemaElement{AttributeName: aws.String(name), KeyType: []types.KeyType{types.KeyTypeHash, types.KeyTypeRange}[n]})
			if !slices.ContainsFunc(in.AttributeDefinitions, func(d types.AttributeDefinition) bool { return *d.AttributeName == name }) {
				in.AttributeDefinitions = append(in.AttributeDefinitions, types.AttributeDefinition{AttributeName: aws.String(name), AttributeType: types.ScalarAttributeTypeS})
			}
		}
		return ks
	}
	in.KeySchema = keys(t.Partition, t.Sort)
	for _, x := range t.Indexes {
		p := &types.Projection{ProjectionType: types.ProjectionTypeInclude, NonKeyAttributes: x.Carries}
		switch {
		case len(x.Carries) == 0:
			p = &types.Projection{ProjectionType: types.ProjectionTypeKeysOnly}
		case slices.Equal(x.Carries, records.All):
			p = &types.Projection{ProjectionType: types.ProjectionTypeAll}
		}
		in.GlobalSecondaryIndexes = append(in.GlobalSecondaryIndexes, types.GlobalSecondaryIndex{IndexName: aws.String(x.Name), KeySchema: keys(x.Partition, x.Sort), Projection: p})
	}
	return in
}

// wire stands between client and service.
type wire struct {
	base   http.RoundTripper
	lose   atomic.Bool                                                  // the answer of the next write
	before func(r *http.Request, action string) (*http.Response, error) // answers instead, unless it gives nil, nil
	sent   atomic.Int64
}

func newWire(t testing.TB) *wire {
	base := &http.Transport{MaxIdleConnsPerHost: 64}
	t.Cleanup(base.CloseIdleConnections)
	return &wire{base: base}
}

// RoundTrip implements http.RoundTripper. No engine scans a table.
func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	w.sent.Add(1)
	_, action, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	if action == "Scan" {
		return answer(400, `{"__type":"AccessDeniedException","message":"no Scan, anywhere, ever"}`), nil
	}
	if w.before != nil {
		if resp, err := w.before(r, action); resp != nil || err != nil {
			return resp, err
		}
	}
	resp, err := w.base.RoundTrip(r)
	write := slices.Contains([]string{"PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems"}, action)
	if err != nil || !write || !w.lose.CompareAndSwap(true, false) {
		return resp, err
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
	return nil, io.ErrUnexpectedEOF
}

// answer is an answer that the service never gave.
func answer(status int, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
		Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)),
	}
}
