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

func TestBootstrapUnaYOtraVez(t *testing.T) {
	s := nuevo(t)
	exigir(t, s.Ready(t.Context()))
	c, _ := sembrar(t, s, 1)
	exigir(t, s.Bootstrap(t.Context()))
	exigir(t, s.Ready(t.Context()))
	if _, err := s.Carpeta(t.Context(), c.CarpetaID); err != nil {
		t.Errorf("bootstrap touched the data: %v", err)
	}
	for tabla, ttl := range map[string]types.TimeToLiveStatus{
		"Carpeta": types.TimeToLiveStatusDisabled, "Documento": types.TimeToLiveStatusEnabled, "DocumentoEventosOutbox": types.TimeToLiveStatusEnabled,
	} {
		out, err := s.Cliente().DescribeTimeToLive(t.Context(), &dynamodb.DescribeTimeToLiveInput{TableName: s.Tabla(tabla)})
		exigir(t, err)
		if hay := out.TimeToLiveDescription.TimeToLiveStatus; hay != ttl {
			t.Errorf("%s: expiry is %s, want %s", tabla, hay, ttl)
		}
	}
}

func TestBootstrapALaVez(t *testing.T) {
	s := sinTablas(t)
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
	exigir(t, s.Ready(t.Context()))
	exigir(t, s.BorrarTablas(t.Context()))
}

// A table of an earlier version lacks an index: bootstrap adds it, whoever is
// first, and it holds what the table held.
func TestBootstrapAgregaElIndiceQueFalta(t *testing.T) {
	s := sinTablas(t)
	outbox := s.Tabla("DocumentoEventosOutbox")
	sin := dynamostore.DefinicionSin(s, *outbox, "porOperador")
	_, err := s.Cliente().CreateTable(t.Context(), sin)
	exigir(t, err)
	const clave = "20260101T000000.000Z#e1"
	_, err = s.Cliente().PutItem(t.Context(), &dynamodb.PutItemInput{TableName: outbox, Item: map[string]types.AttributeValue{
		"eventoId": &types.AttributeValueMemberS{Value: "e1"}, "claveOperador": &types.AttributeValueMemberS{Value: "op#INICIADA"},
		"claveCarpeta": &types.AttributeValueMemberS{Value: clave},
	}})
	exigir(t, err)
	errs := make([]error, 3)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { errs[i] = s.Bootstrap(t.Context()) })
	}
	wg.Wait()
	exigir(t, errors.Join(errs...))
	exigir(t, s.Ready(t.Context()))
	claves, err := s.ClavesDeOperador(t.Context(), eliminacion.ConsultaOperador{OperadorID: "op", Estado: eliminacion.Iniciada, Limite: 10})
	exigir(t, err)
	if len(claves) != 1 || claves[0] != clave {
		t.Errorf("the new index lists %q", claves)
	}
	exigir(t, s.BorrarTablas(t.Context()))
}

// An index of a large table is filled for hours, longer than bootstrap waits.
func TestBootstrapDiceQueSeLlenaUnIndice(t *testing.T) {
	c := nuevoCable(t)
	ctx, dejar := context.WithCancel(t.Context())
	defer dejar()
	var llenando atomic.Bool
	s := nuevo(t, c.opcion, func(op *dynamostore.Opciones) {
		op.Azar = func() float64 { // asked before each wait
			if llenando.Load() {
				dejar()
			}
			return 0
		}
	})
	llenando.Store(true)
	c.ante = func(r *http.Request, accion string) (*http.Response, error) {
		if accion != "DescribeTable" {
			return nil, nil
		}
		resp, err := c.base.RoundTrip(r)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		cuerpo, err := io.ReadAll(resp.Body)
		return respuesta(200, strings.ReplaceAll(string(cuerpo), `"IndexStatus":"ACTIVE"`, `"IndexStatus":"CREATING"`)), err
	}
	err := s.Bootstrap(ctx)
	if err == nil || !strings.Contains(err.Error(), "index por") || !strings.Contains(err.Error(), "again later") {
		t.Errorf("the operator is not told: %v", err)
	}
	c.ante = nil
}

func TestBootstrapSobreTablasAjenas(t *testing.T) {
	s := sinTablas(t)
	claves := func(particion, orden string) []types.KeySchemaElement {
		return []types.KeySchemaElement{
			{AttributeName: aws.String(particion), KeyType: types.KeyTypeHash}, {AttributeName: aws.String(orden), KeyType: types.KeyTypeRange},
		}
	}
	atributo := func(nombre string, tipo types.ScalarAttributeType) types.AttributeDefinition {
		return types.AttributeDefinition{AttributeName: aws.String(nombre), AttributeType: tipo}
	}
	_, err := s.Cliente().CreateTable(t.Context(), &dynamodb.CreateTableInput{ // as S-0004 had it
		TableName: s.Tabla("DocumentoEventosOutbox"), BillingMode: types.BillingModePayPerRequest,
		KeySchema: claves("eventoId", "timestamp"),
		AttributeDefinitions: []types.AttributeDefinition{
			atributo("eventoId", types.ScalarAttributeTypeS), atributo("timestamp", types.ScalarAttributeTypeS),
			atributo("operadorId", types.ScalarAttributeTypeS),
			atributo("noAntesDe", types.ScalarAttributeTypeN),
		},
		GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{{
			IndexName: aws.String("pendientes"), KeySchema: claves("operadorId", "noAntesDe"),
			Projection: &types.Projection{ProjectionType: types.ProjectionTypeAll},
		}},
	})
	exigir(t, err)
	for nombre, llamada := range map[string]error{"Bootstrap": s.Bootstrap(t.Context()), "Ready": s.Ready(t.Context())} {
		exigirCodigo(t, llamada, fault.Unavailable)
		for _, quiere := range []string{
			*s.Tabla("DocumentoEventosOutbox"),
			"keys are eventoId(S) HASH, timestamp(S) RANGE, need eventoId(S) HASH",
			"index pendientes: keys are operadorId(S) HASH, noAntesDe(N) RANGE, need operadorId(S) HASH, noAntesDe(S) RANGE",
			"index porCarpeta is missing",
		} {
			if !strings.Contains(llamada.Error(), quiere) {
				t.Errorf("%s does not say %q: %v", nombre, quiere, llamada)
			}
		}
	}
	exigir(t, s.BorrarTablas(t.Context()))
}
