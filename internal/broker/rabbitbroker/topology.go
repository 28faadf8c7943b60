package rabbitbroker

import (
	"math"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

const (
	unroutableRoute  = broker.UnroutableQueue + ".route"
	unroutableReturn = broker.UnroutableQueue + ".return"
	unroutableKeep   = broker.UnroutableQueue + ".keep"

	// A message that so many crashes interrupted is itself suspect. Our own
	// retries are copies and do not count here.
	deliveryLimit = 20
	// RabbitMQ 4 drops a message of a queue without limit after 20 looks at it.
	operatorLimit = math.MaxInt32
	// What strangers send to nowhere must not fill the disk.
	maxUnroutable = 10_000
	// The bound of a queue where no policy sets a lower one. It never changes: RabbitMQ takes no other for a queue
	// that exists.
	maxOfQueue = 1_000_000
	argMax     = "x-max-length"
)

type exchange struct {
	name, kind string
	args       amqp.Table
}

type queue struct {
	name string
	args amqp.Table
}

type binding struct {
	exchange, key, queue string
}

// exchanges in the order of declaration: dead letters first, since a missing
// target delays dead letters by minutes.
var exchanges = []exchange{
	{broker.DeadLetterExchange, amqp.ExchangeDirect, nil},
	{unroutableKeep, amqp.ExchangeFanout, nil},
	{unroutableReturn, amqp.ExchangeFanout, nil},
	{unroutableRoute, amqp.ExchangeHeaders, amqp.Table{"alternate-exchange": unroutableKeep}},
	{broker.Exchange, amqp.ExchangeTopic, amqp.Table{"alternate-exchange": unroutableRoute}},
}

// queues in the order of declaration. Arguments cannot be changed later.
func queues(policy broker.RetryPolicy) []queue {
	list := []queue{{broker.UnroutableQueue, amqp.Table{
		"x-queue-type": "quorum", argMax: int64(maxUnroutable), "x-delivery-limit": int64(operatorLimit)}}}
	for _, q := range broker.Queues {
		list = append(list, queue{q.DLQ, amqp.Table{"x-queue-type": "quorum", "x-delivery-limit": int64(operatorLimit)}})
	}
	for _, q := range broker.Queues {
		work := deadLettering(broker.DeadLetterExchange, q.DLQ)
		work["x-delivery-limit"] = int64(deliveryLimit)
		list = append(list, queue{q.Name, work})
		for _, d := range tiers(policy) {
			tier := deadLettering("", q.Name)
			tier["x-message-ttl"] = d.Milliseconds()
			list = append(list, queue{tierName(q.Name, d), tier})
		}
	}
	return list
}

// deadLettering: at-least-once is only in force together with reject-publish.
func deadLettering(exchange, key string) amqp.Table {
	return amqp.Table{
		"x-queue-type":              "quorum",
		"x-overflow":                "reject-publish",
		argMax:                      int64(maxOfQueue),
		"x-dead-letter-strategy":    "at-least-once",
		"x-dead-letter-exchange":    exchange,
		"x-dead-letter-routing-key": key,
	}
}

func bindings() []binding {
	list := []binding{{unroutableKeep, "", broker.UnroutableQueue}}
	for _, q := range broker.Queues {
		list = append(list, binding{broker.DeadLetterExchange, q.DLQ, q.DLQ})
		for _, key := range q.Keys {
			list = append(list, binding{broker.Exchange, key, q.Name})
		}
	}
	return list
}

// tiers are the delays that the policy can ask for.
func tiers(policy broker.RetryPolicy) []time.Duration {
	var list []time.Duration
	seen := map[time.Duration]bool{}
	for intento := 1; ; intento++ {
		d, again := policy.Delay(intento)
		if !again || intento > len(policy.Delays) {
			return list
		}
		if !seen[d] {
			seen[d] = true
			list = append(list, d)
		}
	}
}

// tierName: documento.deletion.queue.retry.5s.
func tierName(queue string, delay time.Duration) string {
	return queue + ".retry." + delay.String()
}
