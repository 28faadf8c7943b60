package services_test

import (
	"slices"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

func dynamoClient(endpoint string) *dynamodb.Client {
	return dynamodb.New(dynamodb.Options{
		Region:       "us-east-1",
		BaseEndpoint: aws.String(endpoint),
		Credentials:  credentials.NewStaticCredentialsProvider("local", "local", ""),
	})
}

func createTable(t *testing.T, endpoint, name string) {
	t.Helper()
	_, err := dynamoClient(endpoint).CreateTable(soon(t), &dynamodb.CreateTableInput{
		TableName:            aws.String(name),
		BillingMode:          types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("id"), AttributeType: types.ScalarAttributeTypeS}},
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("id"), KeyType: types.KeyTypeHash}},
	})
	must(t, err)
}

func hasTable(t *testing.T, endpoint, name string) bool {
	t.Helper()
	list, err := dynamoClient(endpoint).ListTables(soon(t), &dynamodb.ListTablesInput{})
	must(t, err)
	return slices.Contains(list.TableNames, name)
}

func TestDynamo_lifeFromStartToClose(t *testing.T) {
	t.Parallel()
	d, dir := own(t, services.NewDynamo)
	createTable(t, d.Endpoint(), "Carpeta")

	must(t, d.Restart(t.Context()))
	if !hasTable(t, d.Endpoint(), "Carpeta") {
		t.Error("a restart lost the table")
	}
	must(t, d.Kill())
	must(t, d.Start(t.Context()))
	if !hasTable(t, d.Endpoint(), "Carpeta") {
		t.Error("kill and start lost the table")
	}
	must(t, d.Stop())
	must(t, d.Wipe(t.Context()))
	if d.Running() {
		t.Error("Vaciar started a service that was stopped")
	}
	must(t, d.Start(t.Context()))
	if hasTable(t, d.Endpoint(), "Carpeta") {
		t.Error("a wiped emulator still has the table")
	}
	must(t, d.Close())
	nothingIsLeft(t, dir)
}

func TestDynamo_isSharedByTheProcess(t *testing.T) {
	createTable(t, services.DynamoDB(t), t.Name())
	if !hasTable(t, services.DynamoDB(t), t.Name()) {
		t.Error("the second request got another emulator")
	}
}
