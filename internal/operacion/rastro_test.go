package operacion_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
)

// reenvios is what the trail has of messages that were sent again.
func (k *taller) reenvios(r auditoria.Resultado) (deletions []string) {
	k.t.Helper()
	es, err := k.Store.Eventos(k.t.Context(), auditoria.Consulta{
		Filtro: auditoria.Filtro{OperadorID: "op-1", Tipo: auditoria.MensajeReenviado, Resultado: r}, Limite: 1000,
	})
	exigir(k.t, err)
	for _, e := range es {
		if e.Actor != (auditoria.Actor{Tipo: "operador", ID: "funcionaria-op-1", OperadorID: "op-1"}) || e.CarpetaID != k.carpeta.CarpetaID || e.Datos["cola"] != dlq {
			k.t.Errorf("a message that was sent again: %+v", e)
		}
		deletions = append(deletions, e.CorrelacionID)
	}
	slices.Sort(deletions)
	return deletions
}

// TestARedriveIsTold: each message among the events of its deletion, and a dry run not at all.
func TestARedriveIsTold(t *testing.T) {
	k := newWorkshop(t, 5, sinReintentos)
	stop := []func(){k.despacho(), k.consumidores()}
	var want []string
	for _, e := range k.matar(4) {
		want = append(want, e.EventoID)
	}
	for _, f := range stop {
		f()
	}
	slices.Sort(want)
	seco := todo()
	seco.Simular = true
	k.reencolar(seco)
	if got := k.reenvios(""); got != nil {
		t.Fatalf("a dry run is told: %q", got)
	}
	k.Operacion.Plazos.Lote = 0 // nobody executes them
	k.reencolar(todo())
	if got := k.reenvios(auditoria.Exito); !slices.Equal(got, want) {
		t.Errorf("told of %q, want %q", got, want)
	}
	if got := k.reenvios(auditoria.Fracaso); got != nil {
		t.Errorf("told as failed: %q", got)
	}
}

// withoutTrail is a trail that cannot be written.
type withoutTrail struct{}

func (withoutTrail) Anotar(context.Context, ...auditoria.Evento) error {
	return fault.Plain(fault.Unavailable)
}

// halfDeaf takes no message, or not all.
type halfDeaf struct {
	broker.DeadLetterOffice
	takes int
}

func (h halfDeaf) Redrive(_ context.Context, _ string, ids []string) ([]string, error) {
	return ids[:min(h.takes, len(ids))], errors.New("the connection is gone")
}

// TestNothingIsSentThatCannotBeTold: and what was told of and not sent is told of as that.
func TestNothingIsSentThatCannotBeTold(t *testing.T) {
	k := newWorkshop(t, 4, sinReintentos)
	stop := []func(){k.despacho(), k.consumidores()}
	k.matar(3)
	for _, f := range stop {
		f()
	}
	trail := k.Operacion.Rastro
	k.Operacion.Rastro = withoutTrail{}
	wantEnding(t, k.reencolar(todo()), ending{Parada: operacion.ParadaEnvio, Restantes: 3})
	k.muertos(3)

	k.Operacion.Rastro = trail
	k.Operacion.Cartas = halfDeaf{DeadLetterOffice: k.Broker}
	wantEnding(t, k.reencolar(todo()), ending{Parada: operacion.ParadaEnvio, Restantes: 3, Lotes: 1})
	if ordered, failed := k.reenvios(auditoria.Exito), k.reenvios(auditoria.Fracaso); len(ordered) != 1 || !slices.Equal(ordered, failed) {
		t.Errorf("ordered %q, and failed %q: want one, the same", ordered, failed)
	}
}
