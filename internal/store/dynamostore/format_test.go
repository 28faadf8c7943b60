package dynamostore_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
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

// TestDividedTables: tables where an operador's deletions are in several parts are refused, before anything is written,
// with the way to put them together. Once they are, the tables are served.
func TestDividedTables(t *testing.T) {
	s := newStore(t)
	put := func(table string, i map[string]types.AttributeValue) {
		t.Helper()
		_, err := s.Client().PutItem(t.Context(), &dynamodb.PutItemInput{TableName: s.Table(table), Item: i})
		require(t, err)
	}
	divide := func(divisions string) {
		put("DocumentoEventosOutbox", map[string]types.AttributeValue{"eventoId": text("particiones"), "particiones": text(divisions), "ficha": number("1")})
	}
	format := formatItem()
	format["formato"] = number("2")
	put("Carpeta", format)
	require(t, s.Ready(t.Context())) // never divided

	const whole = `"op-entero":{"Antes":1,"Luego":1,"Cambia":"2026-11-26T10:00:00Z","Tope":4}`
	for name, divided := range map[string]string{
		"divided":         `{"op-a":{"Antes":4,"Luego":4,"Cambia":"2026-11-26T10:00:00Z","Tope":4},` + whole + `}`,
		"being divided":   `{"op-a":{"Antes":1,"Luego":4,"Cambia":"2026-11-26T10:00:00Z","Tope":4},` + whole + `}`,
		"put together":    `{"op-a":{"Antes":4,"Luego":1,"Cambia":"2026-11-26T10:00:00Z","Tope":4},` + whole + `}`,
		"several of them": `{"op-b":{"Antes":2,"Luego":2,"Tope":2},"op-a":{"Antes":4,"Luego":4,"Tope":4},` + whole + `}`,
	} {
		divide(divided)
		for call, do := range map[string]func(context.Context) error{"Ready": s.Ready, "Bootstrap": s.Bootstrap} {
			err := do(t.Context())
			if err == nil {
				t.Fatalf("%s: %s serves", name, call)
			}
			for _, says := range []string{"op-a", "Nothing was changed", "carpeta 0.2.0", "carpeta particiones --operador ID --partes 1"} {
				if !strings.Contains(err.Error(), says) {
					t.Errorf("%s: %q is not in: %v", name, says, err)
				}
			}
			if strings.Contains(err.Error(), "op-entero") {
				t.Errorf("%s: an operador that is whole is named: %v", name, err)
			}
		}
		if said := saidFormat(t, s); said != "2" {
			t.Errorf("%s: the format became %s", name, said)
		}
	}
	divide("{" + whole + "}")
	require(t, s.Ready(t.Context()))
	require(t, s.Bootstrap(t.Context()))
}

func text(s string) types.AttributeValue   { return &types.AttributeValueMemberS{Value: s} }
func number(s string) types.AttributeValue { return &types.AttributeValueMemberN{Value: s} }

// TestASagaThatEndedInAPart belongs to its operador after the parts were put together: the part is in its keys.
func TestASagaThatEndedInAPart(t *testing.T) {
	s := newStore(t)
	c, ds := seed(t, s, 1)
	e := aSaga(c, ds[0])
	require(t, s.Iniciar(t.Context(), e, storetest.Hecho()))
	_, err := s.Client().UpdateItem(t.Context(), &dynamodb.UpdateItemInput{
		TableName: s.Table("DocumentoEventosOutbox"), Key: map[string]types.AttributeValue{"eventoId": text(e.EventoID)},
		UpdateExpression:          aws.String("SET operadorId = :o, parte = :p"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":o": text(e.OperadorID + "#3"), ":p": number("3")},
	})
	require(t, err)
	read, err := s.Eliminacion(t.Context(), e.EventoID)
	require(t, err)
	if read.OperadorID != e.OperadorID {
		t.Errorf("the operador is %q, want %q", read.OperadorID, e.OperadorID)
	}
}
