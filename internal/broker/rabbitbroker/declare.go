package rabbitbroker

import (
	"errors"
	"fmt"
	"maps"
	"sync"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// declarer declares the parts of a broker, again and again: one that lost its disk gets them back.
type declarer struct {
	queues []queue
	tell   func(old []string) // called once, with the queues that have no bound of their own
	once   sync.Once
}

func newDeclarer(policy broker.RetryPolicy, tell func(old []string)) *declarer {
	return &declarer{queues: queues(policy), tell: tell}
}

// channels opens a channel for f: an error of the broker costs it.
type channels func(f func(*amqp.Channel) error) error

// declare makes the missing parts. It is idempotent. A queue of a version before, which has no bound, is taken as
// it is. The bounded form is asked for each time: who deletes an old queue gets a new one.
func (d *declarer) declare(on channels) error {
	if err := on(declareExchanges); err != nil {
		return err
	}
	var old []string
	for left := d.queues; len(left) > 0; {
		refused, err := declareUpTo(on, left)
		if len(refused) == 0 || !refusesArguments(err) || !refused[0].isBounded() {
			if err != nil {
				return err
			}
			break
		}
		q := refused[0]
		other := on(func(ch *amqp.Channel) error { return q.declare(ch, q.unbounded()) })
		if refusesArguments(other) {
			return err // it has neither form
		}
		if other != nil {
			return other
		}
		old, left = append(old, q.name), refused[1:]
	}
	if len(old) > 0 {
		d.once.Do(func() { d.tell(old) })
	}
	return on(declareBindings)
}

// declareUpTo returns the queues from the first one on that was refused.
func declareUpTo(on channels, qs []queue) (left []queue, err error) {
	left = qs
	err = on(func(ch *amqp.Channel) error {
		for ; len(left) > 0; left = left[1:] {
			if err := left[0].declare(ch, left[0].args); err != nil {
				return err
			}
		}
		return nil
	})
	return left, err
}

func (q queue) declare(ch *amqp.Channel, args amqp.Table) error {
	if _, err := ch.QueueDeclare(q.name, true, false, false, false, args); err != nil {
		return fmt.Errorf("queue %s: %w", q.name, err)
	}
	return nil
}

func (q queue) isBounded() bool { return q.args[argMax] == int64(maxOfQueue) }

// unbounded are the arguments of a version before.
func (q queue) unbounded() amqp.Table {
	args := maps.Clone(q.args)
	delete(args, argMax)
	return args
}

func refusesArguments(err error) bool {
	var refusal *amqp.Error
	return errors.As(err, &refusal) && refusal.Code == amqp.PreconditionFailed
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
