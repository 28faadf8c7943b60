package dynamostore_test

import (
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

// TestFormats: tables of a newer format are refused and stay as they are.
func TestFormats(t *testing.T) {
	s := newStore(t)
	storetest.RunFormats(t, storetest.Formats{
		Newest: dynamostore.Format,
		Open:   func(t *testing.T) error { return s.Ready(t.Context()) }, Prepare: func(t *testing.T) error { return s.Bootstrap(t.Context()) },
		Say: func(t *testing.T, format string) {
			i := formatItem()
			i["formato"] = &types.AttributeValueMemberN{Value: format}
			_, err := s.Client().PutItem(t.Context(), &dynamodb.PutItemInput{TableName: s.Table("Carpeta"), Item: i})
			require(t, err)
		},
		Said: func(t *testing.T) string { return saidFormat(t, s) },
	})
}

// TestTablesWithoutFormat: those of before the format are of the first one, and bootstrap has them say so. Processes of
// before may serve them, so nothing goes into a bin, until somebody says that there are none any more.
func TestTablesWithoutFormat(t *testing.T) {
	s := newStore(t)
	if said := saidFormat(t, s); said != "3" || !s.ConPapelera() {
		t.Errorf("new tables have format %q, with a bin %v", said, s.ConPapelera())
	}
	_, err := s.AbrirCarpeta(t.Context(), carpeta.Carpeta{CarpetaID: "carpeta", CiudadanoID: "ana", OperadorID: "operador"}, storetest.Hecho())
	require(t, err)
	_, err = s.Client().DeleteItem(t.Context(), &dynamodb.DeleteItemInput{TableName: s.Table("Carpeta"), Key: formatItem()})
	require(t, err)
	require(t, s.Ready(t.Context()))
	require(t, s.Bootstrap(t.Context()))
	if said := saidFormat(t, s); said != "1" || s.ConPapelera() {
		t.Errorf("tables of before have format %q, with a bin %v", said, s.ConPapelera())
	}
	require(t, s.RaiseFormat(t.Context()))
	require(t, s.RaiseFormat(t.Context()))
	if said := saidFormat(t, s); said != "3" || !s.ConPapelera() {
		t.Errorf("raised tables have format %q, with a bin %v", said, s.ConPapelera())
	}
}

func formatItem() map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"carpetaId": &types.AttributeValueMemberS{Value: "#formato"}}
}

func saidFormat(t *testing.T, s *dynamostore.Store) string {
	t.Helper()
	out, err := s.Client().GetItem(t.Context(), &dynamodb.GetItemInput{TableName: s.Table("Carpeta"), Key: formatItem()})
	require(t, err)
	n, ok := out.Item["formato"].(*types.AttributeValueMemberN)
	if !ok {
		t.Fatalf("no format: %v", out.Item)
	}
	return n.Value
}
