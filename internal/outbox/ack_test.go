package outbox_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// Nothing that moves a saga on is in a process's memory alone when its cause is
// acknowledged: here nobody ever publishes from memory, as if the process had died
// right after each acknowledgement, and no lease runs out.
func TestTheNextStepIsWithTheBrokerBeforeItsCauseIsAcknowledged(t *testing.T) {
	c := newHouse(t)
	p := c.process(outbox.DefaultConfig)
	for i, q := range broker.Queues { // a process for each role, so that every step changes hands
		one := c.process(outbox.DefaultConfig)
		one.Eliminaciones.Papeles = role.Set{q.Role}
		world.Run(t, one.Consumers()[i])
	}
	evento := c.ask(p, "op")
	p.Dispatcher.PublishNext(t.Context()) // the first command; the store keeps it due until it gets somewhere
	c.placeOf(evento)
}
