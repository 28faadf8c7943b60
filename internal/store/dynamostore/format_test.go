package dynamostore_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/store/format"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

// TestFormats: tables of a newer format are refused and stay as they are.
func TestFormats(t *testing.T) {
	s := newStore(t)
	storetest.RunFormats(t, storetest.Formats{
		Newest: dynamostore.Format,
		Open:   func(t *testing.T) error { return s.Ready(t.Context()) }, Prepare: func(t *testing.T) error { return s.Bootstrap(t.Context()) },
		Say:  func(t *testing.T, format string) { sayFormat(t, s, format) },
		Said: func(t *testing.T) string { return saidFormat(t, s) },
	})
}

// TestTablesOfBefore: tables of a build before 0.3.0 are refused before anything is written, with one sentence.
func TestTablesOfBefore(t *testing.T) {
	s := newStore(t)
	for _, old := range []string{"1", "2", "3"} {
		sayFormat(t, s, old)
		for call, do := range map[string]func(context.Context) error{"Ready": s.Ready, "Bootstrap": s.Bootstrap} {
			if err := do(t.Context()); !errors.Is(err, format.ErrOlder) {
				t.Errorf("format %s, %s: %v", old, call, err)
			}
		}
		if said := saidFormat(t, s); said != old {
			t.Errorf("the format became %s, from %s", said, old)
		}
	}
}

// TestTablesWithoutFormat: a bootstrap that was interrupted says none, and the next one does.
func TestTablesWithoutFormat(t *testing.T) {
	s := newStore(t)
	_, err := s.Client().DeleteItem(t.Context(), &dynamodb.DeleteItemInput{TableName: s.Table("Carpeta"), Key: formatItem()})
	require(t, err)
	if err := s.Ready(t.Context()); err == nil || !strings.Contains(err.Error(), "carpeta bootstrap") {
		t.Errorf("tables that do not say their format are ready: %v", err)
	}
	require(t, s.Bootstrap(t.Context()))
	require(t, s.Ready(t.Context()))
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

func sayFormat(t *testing.T, s *dynamostore.Store, number string) {
	t.Helper()
	i := formatItem()
	i["formato"] = &types.AttributeValueMemberN{Value: number}
	_, err := s.Client().PutItem(t.Context(), &dynamodb.PutItemInput{TableName: s.Table("Carpeta"), Item: i})
	require(t, err)
}
