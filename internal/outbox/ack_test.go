package outbox_test

import (
	"context"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

// Nothing that moves a saga on is in a process's memory alone when its cause is
// acknowledged: here nobody ever publishes from memory, as if the process had died
// right after each acknowledgement, and no lease runs out.
func TestTheNextStepIsWithTheBrokerBeforeItsCauseIsAcknowledged(t *testing.T) {
	c := newHouse(t)
	p := c.process(outbox.DefaultConfig)
	for _, q := range broker.Queues {
		c.background(func(ctx context.Context) error { return c.mq.Consume(ctx, q.Name, p.eliminaciones.Handler(q.Name)) })
	}
	evento := c.ask(p, "op")
	p.d.PublishNext(t.Context()) // the first command; the store keeps it due until it gets somewhere
	c.placeOf(evento)
}
