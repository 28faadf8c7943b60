package rabbitbroker

import (
	"context"
	"fmt"
	"sync"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// Broker is one process's access to RabbitMQ.
type Broker struct {
	cfg     Config
	pubs    map[string]*publisher // by work queue
	control *control
	office  *control // of the dead letters
	looks   looks
	back    *bell // rings when a connection stands
	parts   []queue
}

var _ broker.Broker = (*Broker)(nil)

// New checks the configuration. It does not connect: the first use does.
func New(cfg Config) (*Broker, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	b := &Broker{
		cfg: cfg, pubs: map[string]*publisher{}, control: newControl(cfg, "control"), office: newControl(cfg, "dead letters"), looks: newLooks(), back: newBell(),
		parts: queues(cfg.Retry),
	}
	for _, q := range broker.Queues {
		b.pubs[q.Name] = newPublisher(b.supervisor("publish "+q.Name), cfg)
	}
	return b, nil
}

// Publish sends m to documento.events under the key m.Type. See the package
// comment for what counts as unroutable.
func (b *Broker) Publish(ctx context.Context, m broker.Message) error {
	p, err := Encode(m)
	if err != nil {
		return err
	}
	q, work := broker.QueueFor(m.Type)
	if !work {
		q = broker.Queues[0] // news need no connection of their own: without that queue there are none
	}
	return b.pubs[q.Name].publish(ctx, parcel{broker.Exchange, m.Type, !broker.IsPureEvent(m.Type), p})
}

// Bootstrap declares exchanges, queues and bindings. A queue that exists with
// other arguments is an error: RabbitMQ cannot change them.
func (b *Broker) Bootstrap(ctx context.Context) error {
	return declare(b.parts, func(f func(*amqp.Channel) error) error { return b.control.do(ctx, f) })
}

// Ready asks for each work queue. A queue without a leader does not answer, and
// so makes the context's deadline pass. A caller that hears that the broker is ready goes on
// to publish: the publishers' connections have to stand too, and to be listened to.
func (b *Broker) Ready(ctx context.Context) error {
	for _, q := range broker.Queues {
		if _, err := b.count(ctx, q.Name); err != nil {
			return err
		}
	}
	b.back.ring()
	for queue, p := range b.pubs {
		if err := p.ready(ctx); err != nil {
			return fmt.Errorf("publisher of %s: %w", queue, err)
		}
	}
	return nil
}

// DeadLetters counts the messages that wait for an operator.
func (b *Broker) DeadLetters(ctx context.Context) ([]broker.QueueStats, error) {
	return b.count(ctx, broker.DeadLetterQueues()...)
}

// count counts the messages of queues, on one channel: a broker that is far away is asked once for each, and no more.
func (b *Broker) count(ctx context.Context, queues ...string) (stats []broker.QueueStats, err error) {
	err = b.control.do(ctx, func(ch *amqp.Channel) error {
		for _, name := range queues {
			q, err := ch.QueueDeclarePassive(name, true, false, false, false, nil)
			if err != nil {
				return fmt.Errorf("queue %s: %w", name, err)
			}
			stats = append(stats, broker.QueueStats{Name: name, Messages: q.Messages})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return stats, nil
}

// Close ends the connections. Messages under way get ErrUnconfirmed.
func (b *Broker) Close() error {
	var closing sync.WaitGroup // each says goodbye to the broker
	for _, p := range b.pubs {
		closing.Go(p.close)
	}
	closing.Wait()
	b.control.close()
	b.office.close()
	return nil
}
