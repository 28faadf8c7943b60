package rabbitbroker

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

var (
	errStuck   = errors.New("rabbitbroker: no confirms any more")
	errLost    = errors.New("rabbitbroker: connection lost")
	errDoubted = errors.New("rabbitbroker: messages of one kind are refused and none is taken: is their queue full, or does the channel not find it?")
	errBlocked = errors.New("rabbitbroker: the broker has no memory or disk left and takes no messages")
)

// window is a channel in confirm mode that many goroutines share. One writer
// sends; each message then waits for its own confirm.
type window struct {
	link *link
	ch   *amqp.Channel
	cfg  Config

	in      chan *order
	slots   chan struct{} // one token per unconfirmed message
	sent    atomic.Int64  // messages handed to the channel
	settled atomic.Int64  // those whose fate is known: the sign of life
	blocked atomic.Bool   // connection.blocked
	dead    chan struct{} // closed when the session ends
	work    sync.WaitGroup

	mu       sync.Mutex
	returns  chan amqp.Return // as large as the window: the library never waits for us
	returned map[string]int   // by message id, until its confirm arrives
	taken    map[string]bool  // whether an address took any message, of those that got an answer since the last tick
}

// order is a parcel whose sender may have stopped waiting.
type order struct {
	parcel
	result chan error // buffered
}

func openWindow(ctx context.Context, l *link, cfg Config) (*window, error) {
	w := &window{
		link: l, cfg: cfg, in: make(chan *order), slots: make(chan struct{}, cfg.Window), dead: make(chan struct{}),
		returns: make(chan amqp.Return, cfg.Window), returned: map[string]int{}, taken: map[string]bool{},
	}
	err := l.bounded(ctx, func() (err error) {
		if w.ch, err = l.Channel(); err == nil {
			err = w.ch.Confirm(false)
		}
		return err
	})
	if err != nil {
		return nil, classify(err)
	}
	w.ch.NotifyReturn(w.returns)
	return w, nil
}

// run serves until the connection is lost, stuck, or ctx ends.
func (w *window) run(ctx context.Context) error {
	closed := w.ch.NotifyClose(make(chan *amqp.Error, 1))
	alarms := w.link.NotifyBlocked(make(chan amqp.Blocking, 1))
	w.work.Go(w.write)
	err := w.watch(ctx, closed, alarms)
	close(w.dead)
	switch {
	case ctx.Err() != nil:
		w.link.end()
	case errors.Is(err, errDoubted):
		_ = w.link.bounded(ctx, w.ch.Close)
	default:
		w.link.hangUp() // frees a writer that hangs in the socket
	}
	w.work.Wait() // the end of the channel settles the unconfirmed ones
	return err
}

func (w *window) watch(ctx context.Context, closed <-chan *amqp.Error, alarms <-chan amqp.Blocking) error {
	tick := time.NewTicker(w.cfg.ConfirmTimeout)
	defer tick.Stop()
	var settled, owed int64 // at the last tick
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e := <-closed:
			if e == nil {
				return errLost
			}
			return fmt.Errorf("%w: %w", errLost, e)
		case alarm, ok := <-alarms:
			if !ok {
				alarms = nil
				continue
			}
			w.blocked.Store(alarm.Active)
		case <-tick.C:
			now := w.settled.Load()
			if owed > 0 && now == settled && !w.blocked.Load() {
				return errStuck
			}
			settled, owed = now, w.sent.Load()-now
			if w.doubted() {
				return errDoubted
			}
		}
	}
}

// doubted reports whether an address took nothing and refused something since the last tick. A channel of RabbitMQ 3.10
// that met a queue while its leader died refuses messages to it as if it were full, for eight minutes and longer,
// although another node leads it: only a new channel finds that one.
func (w *window) doubted() (is bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, taken := range w.taken {
		is = is || !taken
	}
	clear(w.taken)
	return is
}

func (w *window) note(o *order, taken bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	address := o.exchange + "/" + o.key
	w.taken[address] = w.taken[address] || taken
}

// publish waits for the confirm as long as ctx allows.
func (w *window) publish(ctx context.Context, what parcel) error {
	if w.blocked.Load() {
		return noConnection(errBlocked)
	}
	o := &order{what, make(chan error, 1)}
	select {
	case w.in <- o:
	case <-w.dead:
		return noConnection(errLost)
	case <-ctx.Done():
		return noConnection(ctx.Err())
	}
	select {
	case err := <-o.result:
		return err
	case <-ctx.Done():
		return unconfirmed(ctx.Err())
	}
}

// write owns the sending side. It takes an order only with a slot in hand, so
// an order that was taken is an order that is sent.
func (w *window) write() {
	for {
		select {
		case w.slots <- struct{}{}:
		case <-w.dead:
			return
		}
		select {
		case o := <-w.in:
			w.send(o)
		case <-w.dead:
			return
		}
	}
}

func (w *window) send(o *order) {
	w.sent.Add(1)
	confirm, err := w.ch.PublishWithDeferredConfirm(o.exchange, o.key, o.mandatory, false, o.content)
	if err != nil {
		w.settled.Add(1)
		<-w.slots
		o.result <- unconfirmed(err) // part of it may have left
		return
	}
	w.work.Go(func() { o.result <- w.settle(o, confirm) })
}

// settle waits for the confirm, or for the channel's end, which the library
// reports as a negative one. A return is put into its channel before the
// confirm is announced, so after the announcement it is there to be found.
func (w *window) settle(o *order, confirm *amqp.DeferredConfirmation) error {
	acked := confirm.Wait()
	w.settled.Add(1)
	came := w.takeReturn(o.content.MessageId)
	<-w.slots
	switch {
	case came:
		return unroutable()
	case !acked && w.ch.IsClosed():
		return unconfirmed(errLost)
	}
	w.note(o, acked)
	if !acked {
		return refused()
	}
	return nil
}

// takeReturn reports whether a message of this id came back. Two copies of one
// message may be under way; it does not matter which of their publishers gets the error.
func (w *window) takeReturn(id string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for more := true; more; {
		select {
		case r, ok := <-w.returns:
			if more = ok; ok {
				w.returned[r.MessageId]++
			}
		default:
			more = false
		}
	}
	if w.returned[id] == 0 {
		return false
	}
	if w.returned[id]--; w.returned[id] == 0 {
		delete(w.returned, id)
	}
	return true
}
