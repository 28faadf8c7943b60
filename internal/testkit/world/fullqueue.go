package world

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

// FullQueue is what a full queue does to deletions, on a broker whose work queues hold
// most messages: the deletions are accepted and wait in the store, the answer to the
// question why says so, and all of them complete once somebody works.
func FullQueue(t *testing.T, mq broker.Broker, most int) {
	t.Helper()
	cfg := Config{Outbox: outbox.DefaultConfig}
	cfg.Outbox.Sweep, cfg.Outbox.Idle, cfg.Outbox.PublishWithin = 50*time.Millisecond, 50*time.Millisecond, time.Second
	store, objetos := Open(t, cfg)
	p := NewProcess(t, cfg, Ports{store, objetos, mq})
	c, ds := Carpeta(t, store, "op-1", most+30, nil)
	Run(t, p.Dispatcher.Run, p.Sweeper.Run)
	var eventos []string
	for _, d := range ds {
		e, err := p.Eliminaciones.Solicitar(t.Context(), Owner(c), eliminacion.Pedido{Clave: d.Clave()})
		must(t, err)
		eventos = append(eventos, e.EventoID)
	}
	operador := auth.Principal{Sub: "funcionaria", Roles: []auth.Role{auth.Operador}, OperadorID: "op-1"}
	why := func(evento string) eliminacion.Bloqueo {
		b, err := p.Operacion.PorQueNoAvanza(t.Context(), operador, evento)
		must(t, err)
		return b
	}
	last := eventos[len(eventos)-1]
	WaitFor(t, "COLA_LLENA", func() bool { return why(last).Causa == eliminacion.CausaColaLlena })
	Run(t, p.Consumers()...)
	for _, evento := range eventos {
		WaitFor(t, "the end of "+evento, func() bool {
			e, err := store.Eliminacion(t.Context(), evento)
			must(t, err)
			return e.Estado == eliminacion.Completada
		})
	}
	if b := why(last); b.Causa != eliminacion.CausaTerminada {
		t.Errorf("in the end: %+v", b)
	}
	dead, err := mq.DeadLetters(t.Context())
	must(t, err)
	for _, q := range dead {
		if q.Messages > 0 {
			t.Errorf("%d messages in %s", q.Messages, q.Name)
		}
	}
}
