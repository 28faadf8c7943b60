package rabbitbroker

import (
	"maps"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// QueueArguments are those of each queue, as this version declares it.
func QueueArguments(policy broker.RetryPolicy) map[string]amqp.Table {
	all := map[string]amqp.Table{}
	for _, q := range queues(policy) {
		all[q.name] = maps.Clone(q.args)
	}
	return all
}

// Stood tells the broker that one of its connections stands.
func (b *Broker) Stood() { b.back.ring() }
