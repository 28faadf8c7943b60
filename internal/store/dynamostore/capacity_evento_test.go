package dynamostore_test

import (
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// richest is an event that has everything an event can have.
func richest(operadorID string) auditoria.Evento {
	id := uuid.Must(uuid.NewV7()).String()
	at, _ := auditoria.MomentoDeID(id)
	return auditoria.Evento{
		EventoID: id, Tipo: auditoria.EliminacionReintentada, Servicio: auditoria.BorradorMetadata, CorrelacionID: uuid.NewString(), Momento: at,
		Resultado: auditoria.Exito, Gravedad: auditoria.Advierte, Recurso: auditoria.Recurso{Tipo: "eliminacion", ID: uuid.NewString()},
		Actor:      auditoria.Actor{Tipo: "administrador", ID: uuid.NewString(), OperadorID: operadorID, EntidadID: uuid.NewString()},
		EnNombreDe: uuid.NewString(), Proposito: "trámite de compraventa", BaseLegal: "Ley 1581 de 2012, art. 10",
		OperadorID: operadorID, CarpetaID: uuid.NewString(), DocumentoID: uuid.NewString(),
		Datos: map[string]string{"sha256": strings.Repeat("ab", 32), "paso": "METADATA_CLEANUP"}, Sal: []byte(strings.Repeat("s", 32)),
	}
}

// TestBudgetOfAnEvento: one item of one unit, or two in a transaction; as much for each of its two indexes.
func TestBudgetOfAnEvento(t *testing.T) {
	g := &spent{}
	s := newStore(t, g.option)
	o := uuid.NewString()
	c, _ := seed(t, s, 0)
	require(t, s.Anotar(t.Context(), richest(o))) // the first of a day registers it

	*g = spent{}
	e := richest(o)
	require(t, s.CorregirTotal(t.Context(), c, 1, 0, e)) // a carpeta's counter is one item of one unit, too
	t.Logf("in a transaction: %d items, %.0f WCU + %.0f of indexes", g.items, g.tables, g.indexes)
	if g.items != 2 || g.tables <= 2 || g.tables > 2+2 || g.indexes > 4 {
		t.Errorf("an event and a counter are %d items for %.1f WCU and %.1f of indexes, want 2, 4, 4", g.items, g.tables, g.indexes)
	}
	out, err := s.Client().Query(t.Context(), &dynamodb.QueryInput{ // an index that carries whole items
		TableName: s.Table("EventosAuditoria"), IndexName: aws.String("porCarpeta"), KeyConditionExpression: aws.String("carpetaId = :c"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":c": &types.AttributeValueMemberS{Value: e.CarpetaID}},
	})
	require(t, err)
	if len(out.Items) != 1 {
		t.Fatalf("%d items, want the event", len(out.Items))
	}
	if n := bytesOf(out.Items[0]); n > 1024 {
		t.Errorf("the richest event has %d bytes, more than one unit of writing", n)
	} else {
		t.Logf("the richest event has %d bytes", n)
	}
}

// TestBudgetOfATrailPage: the list of days, and one call for each shard; one call for what an index serves.
// Days without events cost nothing.
func TestBudgetOfATrailPage(t *testing.T) {
	var m meter
	s := newStore(t, m.option)
	o, carpetaID, correlacionID := uuid.NewString(), uuid.NewString(), uuid.NewString()
	es := make([]auditoria.Evento, 500)
	for i := range es {
		es[i] = richest(o)
		es[i].CarpetaID, es[i].CorrelacionID = carpetaID, correlacionID
	}
	require(t, s.Anotar(t.Context(), es...))
	for name, test := range map[string]struct {
		filter   auditoria.Filtro
		calls    int
		capacity float64
	}{
		"operador":    {auditoria.Filtro{OperadorID: o}, 5, 25},
		"carpeta":     {auditoria.Filtro{CarpetaID: carpetaID}, 1, 13},
		"correlation": {auditoria.Filtro{CorrelacionID: correlacionID}, 1, 13},
	} {
		for _, desc := range []bool{false, true} {
			c := auditoria.Consulta{Filtro: test.filter, Descendente: desc, Limite: 101}
			for range 4 {
				m.take()
				found, err := s.Eventos(t.Context(), c)
				require(t, err)
				calls, units := m.take()
				t.Logf("%s desc=%t: %d calls, %.1f RCU", name, desc, calls, units)
				if len(found) != 101 || calls > test.calls+2 || units <= 0 || units > test.capacity {
					t.Errorf("%s desc=%t: %d events, %d calls, %.1f RCU; want 101, about %d, at most %.0f", name, desc, len(found), calls, units, test.calls, test.capacity)
				}
				c.Despues = found[99].ClaveOrden()
			}
		}
	}
}

// TestBudgetOfEmbargos: what a page of looks costs more, of a carpeta without orders and with two; and an order.
func TestBudgetOfEmbargos(t *testing.T) {
	var m meter
	s := newStore(t, m.option)
	es := auditoria.Embargos{CarpetaID: uuid.NewString(), Version: 1}
	read := func(what string) {
		m.take()
		_, err := s.EmbargosDe(t.Context(), es.CarpetaID)
		require(t, err)
		calls, units := m.take()
		t.Logf("%s: %d calls, %.1f RCU", what, calls, units)
		if calls != 1 || units > 1 {
			t.Errorf("%s: %d calls, %.1f RCU; want 1 and at most 1", what, calls, units)
		}
	}
	read("without orders")
	h := richest(uuid.NewString())
	require(t, s.Anotar(t.Context(), h)) // registers the day
	for n := range 2 {
		es.Version = int64(n + 1)
		es.Ordenes = append(es.Ordenes, auditoria.Embargo{
			EmbargoID: uuid.NewString(), Racha: uuid.NewString(), Motivo: strings.Repeat("m", 120), BaseLegal: strings.Repeat("b", 120),
			OrdenadoEn: h.Momento, Hasta: h.Momento, Oficina: &auditoria.Oficina{Rol: "operador", OperadorID: uuid.NewString()}, Desde: h.Momento,
		})
		next := richest(h.OperadorID)
		m.take()
		require(t, s.GuardarEmbargos(t.Context(), es, next))
		if calls, units := m.take(); calls != 1 || units > 10 {
			t.Errorf("an order: %d calls, %.1f units; want 1, and two items in a transaction", calls, units)
		} else {
			t.Logf("order %d: %d calls, %.1f units", n+1, calls, units)
		}
	}
	read("with two orders")
}
