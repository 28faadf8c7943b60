package rabbitbroker

import (
	"context"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// Listen hears events on a private queue that lives as long as its connection.
// The broker pushes without waiting for acknowledgements: onEvent must not block.
func (b *Broker) Listen(ctx context.Context, patterns []string, onEvent func(broker.Message), onGap func()) error {
	log := b.cfg.Log.With("componente", "rabbitbroker", "conexion", "listen")
	b.supervisor("listen").run(ctx, func(ctx context.Context, l *link) error {
		deliveries, err := openListener(ctx, l, patterns)
		if err != nil {
			return err
		}
		onGap() // the queue is there: nothing is missed from here on
		for {
			select {
			case d, ok := <-deliveries:
				if !ok {
					return errCancelled
				}
				m, err := Decode(d)
				if err != nil {
					log.Warn("event that nobody can read", "messageId", d.MessageId, "error", err)
					continue
				}
				onEvent(m)
			case <-ctx.Done():
				return nil
			}
		}
	})
	return nil
}

func openListener(ctx context.Context, l *link, patterns []string) (deliveries <-chan amqp.Delivery, err error) {
	err = l.bounded(ctx, func() error {
		ch, err := l.Channel()
		if err != nil {
			return err
		}
		q, err := ch.QueueDeclare("", false, true, true, false, nil)
		if err != nil {
			return err
		}
		for _, pattern := range patterns {
			if err := ch.QueueBind(q.Name, pattern, broker.Exchange, false, nil); err != nil {
				return err
			}
		}
		deliveries, err = ch.Consume(q.Name, "", true, true, false, false, nil)
		return err
	})
	if err != nil {
		return nil, classify(err)
	}
	return deliveries, nil
}
