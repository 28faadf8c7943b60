package dynamostore_test

import (
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

// TestStoredRoutingKey: an operador that reads an outbox item sees the message that is
// really due.
func TestStoredRoutingKey(t *testing.T) {
	s := newStore(t)
	c, ds := seed(t, s, 1)
	e := aSaga(c, ds[0])
	requireKey := func(want string) {
		t.Helper()
		out, err := s.Client().GetItem(t.Context(), &dynamodb.GetItemInput{
			TableName: s.Table("DocumentoEventosOutbox"), ConsistentRead: aws.Bool(true),
			Key: map[string]types.AttributeValue{"eventoId": &types.AttributeValueMemberS{Value: e.EventoID}},
		})
		require(t, err)
		if got, _ := out.Item["routingKey"].(*types.AttributeValueMemberS); got == nil || got.Value != want {
			t.Errorf("%s/%s, secuencia %d: routing key %+v, want %s", e.Estado, e.Paso, e.Secuencia, got, want)
		}
	}
	require(t, s.Iniciar(t.Context(), e, storetest.Hecho()))
	requireKey(broker.DeletionRequested)
	for _, step := range []struct {
		suceso eliminacion.Suceso
		want   string
	}{
		{eliminacion.SinProgreso, broker.MinioCleanup},
		{eliminacion.ObjetoBorrado, broker.MetadataCleanup},
		{eliminacion.MetadatosLibres, broker.DeletionCompleted},
	} {
		g := advance(t, e, step.suceso)
		require(t, s.Guardar(t.Context(), g, storetest.Hecho()))
		e = g.Nueva
		requireKey(step.want)
	}
}
