package sim

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

const confirmTimeout = 5 * time.Second // what an adapter waits for a confirm

// parcel is a message in a work queue.
type parcel struct {
	msg        broker.Message
	queue      string
	ready      bool     // in the queue; otherwise delivered and not acknowledged, or on its way
	holder     *process // the process that has it
	connection int      // over which of its connections
	gone       bool     // acknowledged, or wiped
}

// brokerServer is the broker: the queues and the connections.
type brokerServer struct {
	down       bool
	noTopology bool // the topology is gone: commands are unroutable
	parcels    []*parcel
	published  map[string]int
}

// brokerClient is one process's way to the broker.
type brokerClient struct{ p *process }

// Publish implements broker.Publisher.
func (c brokerClient) Publish(_ context.Context, msg broker.Message) error {
	w, t := c.p.w, c.p.w.current()
	if err := msg.Check(); err != nil {
		w.violate("a malformed message was published: %v", err)
	}
	_, work := broker.QueueFor(msg.Type)
	if w.bug == AckUnconfirmed && work && t.handles {
		w.spawn(c.p, func(t *task) { _ = c.publish(t, msg) })
		return nil
	}
	t.told = t.told || work
	err := c.publish(t, msg)
	if w.trace != nil && !t.Dead() {
		w.note(c.p, "publish %s %s#%s: %v", msg.Type, w.short(msg.SagaID), secuenciaOf(msg), okOr(err))
	}
	return err
}

func (c brokerClient) publish(t *task, msg broker.Message) error {
	w := c.p.w
	if w.broker.down || !c.p.connected {
		t.Wait(w.Now + time.Millisecond)
		return broker.ErrUnavailable
	}
	l := call{deadline: min(w.Now+confirmTimeout, t.deadline)}
	l.effect, l.answer = w.times(300*time.Microsecond, 3*time.Millisecond)
	if w.strikes(BrokerUnconfirmed) {
		if l.answer = -1; w.oneIn(2) {
			l.effect = -1
		}
	}
	connection, err := c.p.connection, broker.ErrUnconfirmed
	answered := w.perform(t, l, func() {
		if c.p.connection != connection || w.broker.down {
			return
		}
		if w.broker.noTopology && !broker.IsPureEvent(msg.Type) {
			err = broker.ErrUnroutable
			return
		}
		err = nil
		w.accept(msg)
		c.p.wrote(writeCall)
	})
	if !answered {
		return broker.ErrUnconfirmed
	}
	return err
}

// accept puts a message into the queues that take it, and tells those who listen.
func (w *world) accept(msg broker.Message) {
	w.broker.published[msg.SagaID]++
	for _, q := range broker.Queues {
		if !q.Takes(msg.Type) || w.strikes(BrokerLoses) {
			continue
		}
		w.enqueue(msg, q.Name, 0)
		if w.strikes(BrokerDuplicates) {
			w.enqueue(msg, q.Name, w.between(0, 10*time.Second))
		}
	}
	if slices.ContainsFunc(broker.EventKeys, func(k string) bool { return broker.Matches(k, msg.Type) }) {
		w.fanOut(msg)
	}
}

// enqueue makes a copy that is ready after a while.
func (w *world) enqueue(msg broker.Message, queue string, delay time.Duration) {
	switch {
	case w.strikes(BrokerDelays):
		delay += w.between(10*time.Second, 3*time.Minute)
	case w.strikes(BrokerReorders):
		delay += w.between(0, 2*time.Second)
	}
	c := &parcel{msg: msg, queue: queue}
	w.broker.parcels = append(w.broker.parcels, c)
	w.After(delay+w.between(100*time.Microsecond, 2*time.Millisecond), func() {
		c.ready = true
		w.deliver(c)
	})
}

// deliver hands a copy that is ready to a process that is connected.
func (w *world) deliver(c *parcel) {
	if c.gone || !c.ready || w.broker.down {
		return
	}
	var quien []*process
	for _, p := range w.processes {
		if !p.dead && p.connected && p.worksOn(c.queue) {
			quien = append(quien, p)
		}
	}
	if len(quien) == 0 {
		return // the next connection takes it
	}
	p := quien[w.IntN(len(quien))]
	c.ready, c.holder, c.connection = false, p, p.connection
	w.spawn(p, func(t *task) { w.handle(t, c) })
}

// handle runs the handler as every adapter does, and settles the message.
func (w *world) handle(t *task, c *parcel) {
	p := t.p
	if t.Dead() {
		return
	}
	t.begun = w.Now // a paused process begins when it goes on
	t.deadline, t.handles = t.begun+handlerTimeout, true
	if w.trace != nil {
		w.note(p, "gets %s %s#%s attempt %d", c.msg.Type, w.short(c.msg.SagaID), secuenciaOf(c.msg), c.msg.Intento)
	}
	v := broker.Execute(taskContext{t}, p.handle, c.msg, handlerTimeout, p.eliminaciones.Plazos.Reintento)
	p.nudge()
	var panicked *broker.PanicError
	if errors.As(v.Err, &panicked) {
		w.violate("a handler panicked: %v\n%s", panicked, panicked.Stack)
	}
	if t.Dead() || c.holder != p || c.connection != p.connection || w.broker.down {
		return // not acknowledged: it comes again
	}
	switch v.Outcome {
	case broker.Retry:
		again := c.msg
		again.Intento++
		w.enqueue(again, c.queue, v.Delay)
	case broker.CutShort:
		return
	case broker.Done:
		w.checkAcknowledged(t, c.msg.SagaID)
	case broker.Dead: // nobody looks at the letters
	}
	if w.trace != nil && v.Outcome != broker.Done {
		w.note(p, "%s %s fails: %v", c.msg.Type, w.short(c.msg.SagaID), v.Reason)
	}
	c.gone = true
	w.broker.parcels = slices.DeleteFunc(w.broker.parcels, func(o *parcel) bool { return o == c })
}

// Ready implements the part of broker.Health that the sweeper needs.
func (c brokerClient) Ready(context.Context) error {
	t := c.p.w.current()
	t.Wait(c.p.w.Now + 2*time.Millisecond)
	if t.Dead() || c.p.w.broker.down || !c.p.connected {
		return broker.ErrUnavailable
	}
	return nil
}

// fanOut gives every process that listens its own copy of an event.
func (w *world) fanOut(msg broker.Message) {
	a, err := eliminacion.ReadAviso(msg)
	if err != nil {
		w.violate("an event cannot be read: %v", err)
	}
	for _, p := range w.processes {
		if p.dead || !p.connected || w.strikes(EventLost) {
			continue
		}
		delay := w.between(100*time.Microsecond, 2*time.Millisecond)
		if w.strikes(BrokerReorders) {
			delay += w.between(0, 2*time.Second)
		}
		connection := p.connection
		w.After(delay, func() { w.hear(p, connection, msg, a) })
	}
}

// hear is what app does with an event.
func (w *world) hear(p *process, connection int, m broker.Message, a eliminacion.Aviso) {
	switch {
	case p.dead || p.connection != connection:
		return
	case p.pausedUntil > w.Now:
		w.After(p.pausedUntil-w.Now, func() { w.hear(p, connection, m, a) })
		return
	}
	p.told(m.Type, a)
	p.nudge()
	p.hub.Publish(a.Pasos()...)
	p.wakeSessions()
}
