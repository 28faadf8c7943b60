package rabbitbroker

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Messages that the queue counted may be in somebody else's hands. Whether they are is
// counted in answers of the queue, and not in time alone: a busy broker does not mean it.
const (
	idlePeek = 250 * time.Millisecond // without a delivery; then the queue is asked
	emptyMax = 2                      // answers running that nothing is left to deliver
	backMax  = 2000                   // looks, 5 ms apart, for what went back: a busy broker needs seconds for 10,000
)

// PeekDead takes the oldest messages in hand and puts them back where they were.
// Dead-letter queues have a delivery limit that no number of looks reaches.
func (b *Broker) PeekDead(ctx context.Context, dlq string, max int) (dead []broker.DeadLetter, behind int, err error) {
	if !slices.Contains(broker.DeadLetterQueues(), dlq) {
		return nil, 0, noDLQ(dlq)
	}
	behind, err = b.inHand(ctx, dlq, func(d amqp.Delivery) { dead = append(dead, deadOf(dlq, d)) }, nothing)
	if err != nil {
		return nil, 0, err
	}
	slices.SortStableFunc(dead, func(a, b broker.DeadLetter) int { return a.DiedAt.Compare(b.DiedAt) })
	n := min(len(dead), max)
	return dead[:n:n], behind + len(dead) - n, nil
}

// nothing is taken by a caller that only looks.
func nothing() (taken int, err error) { return 0, nil }

// Redrive publishes a copy of each, and acknowledges the confirmed ones.
func (b *Broker) Redrive(ctx context.Context, dlq string, ids []string) (done []string, err error) {
	q, known := broker.QueueOfDead(dlq)
	if !known {
		return nil, noDLQ(dlq)
	}
	wanted := make(map[string]bool, len(ids))
	for _, id := range ids {
		wanted[id] = true
	}
	var hand []amqp.Delivery // of those
	choose := func(d amqp.Delivery) {
		if dead := deadOf(dlq, d); dead.Legible && wanted[dead.ID] {
			wanted[dead.ID] = false
			hand = append(hand, d)
		}
	}
	_, err = b.inHand(ctx, dlq, choose, func() (taken int, err error) {
		for _, d := range hand {
			dead := deadOf(dlq, d)
			dead.Message.Intento = 1
			if err := b.pubs[q.Name].publish(ctx, parcel{"", q.Name, true, encode(dead.Message)}); err != nil {
				return len(done), err
			}
			done = append(done, dead.ID)
			if err := d.Ack(false); err != nil {
				return len(done), noConnection(err) // it stays, and may be sent again
			}
		}
		return len(done), nil
	})
	return done, err
}

// inHand takes the oldest messages on a channel of their own and shows each of them; behind is how many others the
// queue has. Then f takes some, that is acknowledges them. The others go back when the channel closes, and only then:
// so they come back in their order, which several acknowledged as refused do not. It always takes as many as may be
// looked at: a queue keeps returned messages in front of the others, but looking at a few of those would turn them
// round.
func (b *Broker) inHand(ctx context.Context, queue string, show func(amqp.Delivery), f func() (taken int, err error)) (behind int, err error) {
	err = b.alone(ctx, queue, func() (err error) {
		behind, err = b.oldest(ctx, queue, show, f)
		return err
	})
	return behind, err
}

// oldest is inHand for whoever has the turn.
func (b *Broker) oldest(ctx context.Context, queue string, show func(amqp.Delivery), f func() (taken int, err error)) (behind int, err error) {
	var own error // of f: it has its code already
	count := 0
	err = b.office.do(ctx, func(ch *amqp.Channel) error {
		q, err := ch.QueueDeclarePassive(queue, true, false, false, false, nil)
		if err != nil {
			return err
		}
		n := min(q.Messages, broker.MaxPeek)
		behind = q.Messages - n
		if got, err := take(ch, queue, n, show); err != nil || got == 0 {
			return err
		}
		taken := 0
		taken, own = f()
		count = q.Messages - taken
		return nil
	})
	if own != nil {
		return behind, own
	}
	if err != nil || count == 0 {
		return behind, err
	}
	return behind, b.office.do(ctx, func(ch *amqp.Channel) error { return cameBack(ctx, ch, queue, count) })
}

// cameBack waits until the queue counts again what went back, so that the next look
// finds it. A process of an earlier version may be looking: the wait is bounded.
func cameBack(ctx context.Context, ch *amqp.Channel, queue string, count int) error {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for range backMax {
		q, err := ch.QueueDeclarePassive(queue, true, false, false, false, nil)
		if err != nil || q.Messages >= count {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// take has n messages delivered, or as many as there are, and shows each.
func take(ch *amqp.Channel, queue string, n int, show func(amqp.Delivery)) (got int, err error) {
	if n <= 0 {
		return 0, nil
	}
	if err := ch.Qos(n, 0, false); err != nil {
		return 0, err
	}
	deliveries, err := ch.Consume(queue, "", false, false, false, false, nil)
	if err != nil {
		return 0, err
	}
	idle := time.NewTimer(idlePeek)
	defer idle.Stop()
	for empty := 0; got < n && empty < emptyMax; {
		select {
		case d, ok := <-deliveries:
			if !ok {
				return got, errCancelled
			}
			show(d)
			got, empty = got+1, 0
		case <-idle.C:
			q, err := ch.QueueDeclarePassive(queue, true, false, false, false, nil)
			if err != nil {
				return got, err
			}
			if empty++; q.Messages > 0 {
				empty = 0 // they are on their way to us
			}
		}
		idle.Reset(idlePeek)
	}
	return got, nil
}

// deadOf reads the facts about a dead letter: from our own headers if a consumer
// of ours gave it up, from RabbitMQ's if the broker did.
func deadOf(dlq string, d amqp.Delivery) broker.DeadLetter {
	m, err := Decode(d)
	if err != nil {
		m = broker.Message{ID: d.MessageId, Type: d.RoutingKey, Data: d.Body}
	}
	died := lastDeath(d.Headers)
	dead := broker.DeadLetter{Queue: dlq, Message: m, Legible: err == nil, Reason: text(d.Headers, headerMotivo, died.reason), DiedAt: died.at}
	written := text(d.Headers, headerMuerto, "")
	if at, err := time.Parse(time.RFC3339Nano, written); err == nil {
		dead.DiedAt = at.UTC()
	}
	if !dead.Legible && died.key != "" {
		dead.Message.Type = died.key
	}
	dead.ID = broker.DeadID(dlq, d.MessageId, written, died.id, strconv.Itoa(m.Intento), string(d.Body))
	return dead
}

// death is what RabbitMQ writes down when it moves a message itself.
type death struct {
	reason, key, id string
	at              time.Time
}

func lastDeath(h amqp.Table) (d death) {
	deaths, _ := h["x-death"].([]any)
	if len(deaths) == 0 {
		return d
	}
	t, ok := deaths[0].(amqp.Table)
	if !ok {
		return d
	}
	d.reason = strings.ToUpper(text(t, "reason", ""))
	if keys, ok := t["routing-keys"].([]any); ok && len(keys) > 0 {
		d.key, _ = keys[0].(string)
	}
	if at, ok := t["time"].(time.Time); ok {
		d.at = at.UTC()
	}
	count, _ := t["count"].(int64)
	d.id = d.reason + d.at.Format(time.RFC3339) + strconv.FormatInt(count, 10)
	return d
}

func noDLQ(name string) error {
	return fault.Wrap(fault.NotFound, errors.New("rabbitbroker: no such dead-letter queue: "+name))
}
