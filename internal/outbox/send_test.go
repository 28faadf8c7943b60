package outbox_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// sends is a broker that answers as it is told.
type sends struct {
	broker.Broker
	answer func(broker.Message) error
}

func (s sends) Publish(_ context.Context, m broker.Message) error { return s.answer(m) }
func (sends) Ready(context.Context) error                         { return nil }

// sees is told of each deletion that goes on, before it does.
type sees struct {
	eliminacion.Cola
	see func(eliminacion.Fin)
}

func (s sees) Seguir(f eliminacion.Fin) { s.see(f); s.Cola.Seguir(f) }

// fullDisk is a store that takes no deletion.
type fullDisk struct{ eliminacion.Store }

var errFull = errors.New("disk full")

func (fullDisk) Iniciar(context.Context, eliminacion.Eliminacion, auditoria.Evento) error {
	return errFull
}

// TestARequestIsSentAfterItsCommit, and at once: no sweeper looks for it here. What was not written is not sent.
func TestARequestIsSentAfterItsCommit(t *testing.T) {
	c := newHouse(t)
	var sent []string
	p := c.processOn(outbox.DefaultConfig, sends{c.Broker, func(m broker.Message) error { sent = append(sent, m.Type+" "+m.SagaID); return nil }})
	p.Eliminaciones.Cola = sees{p.Eliminaciones.Cola, func(f eliminacion.Fin) {
		if _, err := c.Store.Eliminacion(t.Context(), f.EventoID); err != nil {
			t.Errorf("%s is sent before it is written: %v", f.Relevo, err)
		}
	}}
	evento := c.ask(p, "op")
	p.Dispatcher.PublishNext(t.Context())
	if want := broker.DeletionRequested + " " + evento; len(sent) != 1 || sent[0] != want {
		t.Errorf("sent %q, want %q", sent, want)
	}
	p.Eliminaciones.Store = fullDisk{c.Store}
	k, ds := c.carpeta("op", 1)
	_, err := p.Eliminaciones.Solicitar(t.Context(), world.Owner(k), eliminacion.Pedido{Clave: ds[0].Clave()})
	p.Dispatcher.PublishNext(t.Context())
	if !errors.Is(err, errFull) || len(sent) != 1 {
		t.Errorf("%v; sent %q of a request that was not written", err, sent)
	}
}

// TestASendCountsOnceItIsConfirmed: the lease counts the send, and is taken back if the broker does not confirm it. However
// often that is, the deletion is PENDING, is due again, and does not fail.
func TestASendCountsOnceItIsConfirmed(t *testing.T) {
	for answer, why := range map[error]eliminacion.FalloEnvio{
		broker.ErrUnconfirmed: eliminacion.SinConfirmar, broker.ErrUnavailable: eliminacion.SinConfirmar,
		broker.ErrUnroutable: eliminacion.SinRuta, broker.ErrFull: eliminacion.ColaLlena,
	} {
		t.Run(answer.Error(), func(t *testing.T) {
			c := newHouse(t)
			tries, evento, answers := 0, "", answer
			p := c.processOn(outbox.DefaultConfig, sends{c.Broker, func(m broker.Message) error {
				if m.Type != broker.DeletionRequested {
					return nil
				}
				tries, evento = tries+1, m.SagaID
				return answers
			}})
			c.backlog("op", 1)
			sweep := func() eliminacion.Eliminacion {
				c.ahead.Add(int64(time.Minute))
				p.Board.Despertar("op", c.clock())
				if err := outbox.Sweep(p.Sweeper, t.Context()); err != nil && !errors.Is(err, answers) {
					t.Fatal(err)
				}
				e, err := c.Store.Eliminacion(t.Context(), evento)
				if err != nil {
					t.Fatal(err)
				}
				return e
			}
			for n := range 12 {
				if e := sweep(); tries != n+1 || e.EstadoEvento() != eliminacion.Pending || e.Entregas != 0 || e.FalloEnvio != why {
					t.Fatalf("try %d, %d sent: %s, %d deliveries, %s; want PENDING, none, %s", n+1, tries, e.EstadoEvento(), e.Entregas, e.FalloEnvio, why)
				}
			}
			answers = nil
			if e := sweep(); e.EstadoEvento() != eliminacion.Published || e.Entregas != 1 || e.FalloEnvio != "" {
				t.Errorf("confirmed: %s, %d deliveries, %s", e.EstadoEvento(), e.Entregas, e.FalloEnvio)
			}
		})
	}
}
