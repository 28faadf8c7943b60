package rabbitbroker

import (
	"fmt"

	amqp "github.com/rabbitmq/amqp091-go"
)

// channels opens a channel for f: an error of the broker costs it.
type channels func(f func(*amqp.Channel) error) error

// declare makes the missing parts. It is idempotent: a broker that lost its disk gets them back.
func declare(qs []queue, on channels) error {
	return on(func(ch *amqp.Channel) error {
		if err := declareExchanges(ch); err != nil {
			return err
		}
		for _, q := range qs {
			if _, err := ch.QueueDeclare(q.name, true, false, false, false, q.args); err != nil {
				return fmt.Errorf("queue %s: %w", q.name, err)
			}
		}
		return declareBindings(ch)
	})
}

func declareExchanges(ch *amqp.Channel) error {
	for _, x := range exchanges {
		if err := ch.ExchangeDeclare(x.name, x.kind, true, false, false, false, x.args); err != nil {
			return fmt.Errorf("exchange %s: %w", x.name, err)
		}
	}
	return nil
}

func declareBindings(ch *amqp.Channel) error {
	for _, b := range bindings() {
		if err := ch.QueueBind(b.queue, b.key, b.exchange, false, nil); err != nil {
			return fmt.Errorf("binding of %s: %w", b.queue, err)
		}
	}
	ours := amqp.Table{"x-match": "all", headerUnroutable: unroutableValue}
	if err := ch.ExchangeBind(unroutableReturn, "", unroutableRoute, false, ours); err != nil {
		return fmt.Errorf("binding of %s: %w", unroutableReturn, err)
	}
	return nil
}
