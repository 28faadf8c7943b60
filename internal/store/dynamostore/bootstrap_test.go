package dynamostore_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
)

func TestBootstrapAgainAndAgain(t *testing.T) {
	s := newStore(t)
	require(t, s.Ready(t.Context()))
	c, _ := seed(t, s, 1)
	require(t, s.Bootstrap(t.Context()))
	require(t, s.Ready(t.Context()))
	if _, err := s.Carpeta(t.Context(), c.CarpetaID); err != nil {
		t.Errorf("bootstrap touched the data: %v", err)
	}
	for table, ttl := range map[string]types.TimeToLiveStatus{
		"Carpeta": types.TimeToLiveStatusDisabled, "Documento": types.TimeToLiveStatusDisabled, "DocumentoEventosOutbox": types.TimeToLiveStatusEnabled, "Novedad": types.TimeToLiveStatusEnabled,
		"EventosAuditoria": types.TimeToLiveStatusEnabled,
	} {
		out, err := s.Client().DescribeTimeToLive(t.Context(), &dynamodb.DescribeTimeToLiveInput{TableName: s.Table(table)})
		require(t, err)
		if found := out.TimeToLiveDescription.TimeToLiveStatus; found != ttl {
			t.Errorf("%s: expiry is %s, want %s", table, found, ttl)
		}
	}
}

func TestBootstrapAtTheSameTime(t *testing.T) {
	s := withoutTables(t)
	errs := make([]error, 6)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { errs[i] = s.Bootstrap(t.Context()) })
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	require(t, s.Ready(t.Context()))
	require(t, s.DropTables(t.Context()))
}

// A table of an earlier version lacks an index: bootstrap adds it, whoever is
// first, and it holds what the table held.
func TestBootstrapAddsTheMissingIndex(t *testing.T) {
	s := withoutTables(t)
	outbox := s.Table("DocumentoEventosOutbox")
	without := dynamostore.SpecWithout(s, *outbox, "porOperador")
	_, err := s.Client().CreateTable(t.Context(), without)
	require(t, err)
	const key = "20260101T000000.000Z#e1"
	_, err = s.Client().PutItem(t.Context(), &dynamodb.PutItemInput{TableName: outbox, Item: map[string]types.AttributeValue{
		"eventoId": &types.AttributeValueMemberS{Value: "e1"}, "claveOperador": &types.AttributeValueMemberS{Value: "op#INICIADA"},
		"claveCarpeta": &types.AttributeValueMemberS{Value: key},
	}})
	require(t, err)
	errs := make([]error, 3)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { errs[i] = s.Bootstrap(t.Context()) })
	}
	wg.Wait()
	require(t, errors.Join(errs...))
	require(t, s.Ready(t.Context()))
	keys, err := s.ClavesDeOperador(t.Context(), eliminacion.ConsultaOperador{OperadorID: "op", Estado: eliminacion.Iniciada, Limite: 10})
	require(t, err)
	if len(keys) != 1 || keys[0] != key {
		t.Errorf("the new index lists %q", keys)
	}
	require(t, s.DropTables(t.Context()))
}

// TestALaterFieldComesOneListAtATime: DynamoDB bounds what the indexes of a table name together; its emulator does not.
// Beside the indexes of this version there is room for one list with a field more, and not for all lists at once.
func TestALaterFieldComesOneListAtATime(t *testing.T) {
	s := withoutTables(t)
	named, ofAList, lists := 0, 0, 0
	indexes := dynamostore.SpecWithout(s, *s.Table("Documento"), "").GlobalSecondaryIndexes
	for _, i := range indexes {
		n := len(i.Projection.NonKeyAttributes)
		named += n
		if strings.HasPrefix(*i.IndexName, "lista_") {
			lists, ofAList = lists+1, n
		}
	}
	if now, one := named, named+ofAList+1; now != 65 || lists != 4 || one > dynamostore.MaxProjected || len(indexes)+1 > 20 {
		t.Errorf("%d indexes of %d lists name %d attributes, and %d with one list anew; docs/cambiar.md says 65 of 4 lists, and a table may have 20 and %d",
			len(indexes), lists, now, one, dynamostore.MaxProjected)
	}
	if all := named + lists*(ofAList+1); all <= dynamostore.MaxProjected {
		t.Errorf("all lists anew name %d attributes together: docs/cambiar.md need not take one list at a time", all)
	}
}

// An index of a large table is filled for hours, longer than bootstrap waits.
func TestBootstrapSaysThatAnIndexIsFilled(t *testing.T) {
	c := newWire(t)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	var filling atomic.Bool
	s := newStore(t, c.option, func(op *dynamostore.Config) {
		op.Rand = func() float64 { // asked before each wait
			if filling.Load() {
				leave()
			}
			return 0
		}
	})
	filling.Store(true)
	c.before = func(r *http.Request, action string) (*http.Response, error) {
		if action != "DescribeTable" {
			return nil, nil
		}
		resp, err := c.base.RoundTrip(r)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		return answer(200, strings.ReplaceAll(string(body), `"IndexStatus":"ACTIVE"`, `"IndexStatus":"CREATING"`)), err
	}
	err := s.Bootstrap(ctx)
	if err == nil || !strings.Contains(err.Error(), "index por") || !strings.Contains(err.Error(), "again later") {
		t.Errorf("the operator is not told: %v", err)
	}
	c.before = nil
}

func TestBootstrapOverForeignTables(t *testing.T) {
	s := withoutTables(t)
	keys := func(partition, orden string) []types.KeySchemaElement {
		return []types.KeySchemaElement{
			{AttributeName: aws.String(partition), KeyType: types.KeyTypeHash}, {AttributeName: aws.String(orden), KeyType: types.KeyTypeRange},
		}
	}
	attribute := func(name string, tipo types.ScalarAttributeType) types.AttributeDefinition {
		return types.AttributeDefinition{AttributeName: aws.String(name), AttributeType: tipo}
	}
	_, err := s.Client().CreateTable(t.Context(), &dynamodb.CreateTableInput{ // as S-0004 had it
		TableName: s.Table("DocumentoEventosOutbox"), BillingMode: types.BillingModePayPerRequest,
		KeySchema: keys("eventoId", "timestamp"),
		AttributeDefinitions: []types.AttributeDefinition{
			attribute("eventoId", types.ScalarAttributeTypeS), attribute("timestamp", types.ScalarAttributeTypeS),
			attribute("operadorId", types.ScalarAttributeTypeS),
			attribute("noAntesDe", types.ScalarAttributeTypeN),
		},
		GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{{
			IndexName: aws.String("pendientes"), KeySchema: keys("operadorId", "noAntesDe"),
			Projection: &types.Projection{ProjectionType: types.ProjectionTypeAll},
		}},
	})
	require(t, err)
	for name, call := range map[string]error{"Bootstrap": s.Bootstrap(t.Context()), "Ready": s.Ready(t.Context())} {
		requireCode(t, call, fault.Unavailable)
		for _, want := range []string{
			*s.Table("DocumentoEventosOutbox"),
			"keys are eventoId(S) HASH, timestamp(S) RANGE, need eventoId(S) HASH",
			"index pendientes: keys are operadorId(S) HASH, noAntesDe(N) RANGE, need operadorId(S) HASH, noAntesDe(S) RANGE",
			"index porCarpeta is missing",
		} {
			if !strings.Contains(call.Error(), want) {
				t.Errorf("%s does not say %q: %v", name, want, call)
			}
		}
	}
	require(t, s.DropTables(t.Context()))
}

// TestTheItemOfADocument: its key is carpetaId and documentoId. It has certificado, and a storagePath unless that follows
// from the key.
func TestTheItemOfADocument(t *testing.T) {
	s := newStore(t)
	_, ds := seed(t, s, 1)
	key := map[string]types.AttributeValue{
		"carpetaId": &types.AttributeValueMemberS{Value: ds[0].CarpetaID}, "documentoId": &types.AttributeValueMemberS{Value: ds[0].DocumentoID},
	}
	out, err := s.Client().GetItem(t.Context(), &dynamodb.GetItemInput{TableName: s.Table("Documento"), Key: key})
	require(t, err)
	_, certified := out.Item["certificado"].(*types.AttributeValueMemberBOOL)
	if _, path := out.Item["storagePath"]; !certified || path {
		t.Errorf("the item is %v", out.Item)
	}
	_, err = s.Client().UpdateItem(t.Context(), &dynamodb.UpdateItemInput{
		TableName: s.Table("Documento"), Key: key, UpdateExpression: aws.String("SET storagePath = :p"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":p": &types.AttributeValueMemberS{Value: "otra/parte"}},
	})
	require(t, err)
	d, err := s.Documento(t.Context(), ds[0].Clave())
	require(t, err)
	if d.StoragePath != "otra/parte" {
		t.Errorf("the path is %q", d.StoragePath)
	}
}
