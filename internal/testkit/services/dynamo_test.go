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

func clienteDynamo(endpoint string) *dynamodb.Client {
	return dynamodb.New(dynamodb.Options{
		Region:       "us-east-1",
		BaseEndpoint: aws.String(endpoint),
		Credentials:  credentials.NewStaticCredentialsProvider("local", "local", ""),
	})
}

func crearTabla(t *testing.T, endpoint, nombre string) {
	t.Helper()
	_, err := clienteDynamo(endpoint).CreateTable(pronto(t), &dynamodb.CreateTableInput{
		TableName:            aws.String(nombre),
		BillingMode:          types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("id"), AttributeType: types.ScalarAttributeTypeS}},
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("id"), KeyType: types.KeyTypeHash}},
	})
	debe(t, err)
}

func hayTabla(t *testing.T, endpoint, nombre string) bool {
	t.Helper()
	lista, err := clienteDynamo(endpoint).ListTables(pronto(t), &dynamodb.ListTablesInput{})
	debe(t, err)
	return slices.Contains(lista.TableNames, nombre)
}

func TestDynamo_life(t *testing.T) {
	dir := enMiTMPDIR(t)
	d := services.DynamoPropio(t)
	crearTabla(t, d.Endpoint(), "Carpeta")

	debe(t, d.Reiniciar(t.Context()))
	if !hayTabla(t, d.Endpoint(), "Carpeta") {
		t.Error("a restart lost the table")
	}
	debe(t, d.Matar())
	debe(t, d.Iniciar(t.Context()))
	if !hayTabla(t, d.Endpoint(), "Carpeta") {
		t.Error("kill and start lost the table")
	}
	debe(t, d.Parar())
	debe(t, d.Vaciar(t.Context()))
	if d.Corre() {
		t.Error("Vaciar started a service that was stopped")
	}
	debe(t, d.Iniciar(t.Context()))
	if hayTabla(t, d.Endpoint(), "Carpeta") {
		t.Error("a wiped emulator still has the table")
	}
	debe(t, d.Detener())
	nadaQueda(t, dir)
}

func TestDynamo_shared(t *testing.T) {
	crearTabla(t, services.DynamoDB(t), t.Name())
	if !hayTabla(t, services.DynamoDB(t), t.Name()) {
		t.Error("the second request got another emulator")
	}
}
