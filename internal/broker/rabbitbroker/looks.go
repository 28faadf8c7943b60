package rabbitbroker

import (
	"context"
	"errors"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// A look at dead letters takes them in hand, and whoever looks meanwhile sees none: in a process that would be a list
// without letters, and a redrive of letters that are not there. So one looks at a queue at a time, in all processes. Who
// does has a queue of that name for itself, which RabbitMQ gives to one connection, and takes away with it.
const lookPrefix = "carpeta.look."

// Who waits for its turn asks in steps; who has looked leaves time for others to ask.
const (
	lookStep  = 30 * time.Millisecond
	lookPause = 100 * time.Millisecond
)

// looks are the turns of a process's own callers, who share a connection: by dead-letter queue, free while it holds
// something.
type looks map[string]chan struct{}

func newLooks() looks {
	l := looks{}
	for _, queue := range broker.DeadLetterQueues() {
		l[queue] = make(chan struct{}, 1)
		l[queue] <- struct{}{}
	}
	return l
}

// alone runs a look at a queue while nobody else looks at it, here or in another process.
func (b *Broker) alone(ctx context.Context, queue string, look func() error) error {
	turn := b.looks[queue]
	select {
	case <-turn:
	case <-ctx.Done():
		return noConnection(ctx.Err())
	}
	defer time.AfterFunc(lookPause, func() { turn <- struct{}{} }) // others ask meanwhile
	for {
		taken, err := b.takeLook(ctx, queue)
		if err != nil {
			return err
		}
		if taken {
			break
		}
		if err := service.Pause(ctx, lookStep); err != nil {
			return noConnection(err)
		}
	}
	defer b.endLook(ctx, queue)
	return look()
}

// takeLook reports whether no other connection looks at a queue. A user that may not declare queues looks without a turn.
func (b *Broker) takeLook(ctx context.Context, queue string) (taken bool, err error) {
	err = b.office.do(ctx, func(ch *amqp.Channel) error {
		_, err := ch.QueueDeclare(lookPrefix+queue, false, false, true, false, nil)
		var refusal *amqp.Error
		if errors.As(err, &refusal) && refusal.Code == amqp.ResourceLocked {
			return nil
		}
		taken = err == nil || refusal != nil && refusal.Code == amqp.AccessRefused
		if taken {
			return nil
		}
		return err
	})
	return taken, err
}

// endLook gives the turn back. If that fails, the connection is gone, and the turn with it.
func (b *Broker) endLook(ctx context.Context, queue string) {
	_ = b.office.do(context.WithoutCancel(ctx), func(ch *amqp.Channel) error {
		_, err := ch.QueueDelete(lookPrefix+queue, false, false, false)
		return err
	})
}
