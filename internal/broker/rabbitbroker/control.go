package rabbitbroker

import (
	"context"
	"errors"

	amqp "github.com/rabbitmq/amqp091-go"
)

// control is a connection for questions, made on first use and kept, one caller at
// a time. Bootstrap, Ready and DeadLetters share one; a look into the dead
// letters, which takes longer, has another.
type control struct {
	cfg     Config
	purpose string
	turn    chan *link // holds the link, or nil, while nobody uses it; closed at the end
}

var errClosed = errors.New("closed")

func newControl(cfg Config, purpose string) *control {
	c := &control{cfg: cfg, purpose: purpose, turn: make(chan *link, 1)}
	c.turn <- nil
	return c
}

// do runs f on a channel of its own, within ctx and the call timeout.
func (c *control) do(ctx context.Context, f func(*amqp.Channel) error) error {
	var l *link
	select {
	case got, open := <-c.turn:
		if !open {
			return noConnection(errClosed)
		}
		l = got
	case <-ctx.Done():
		return noConnection(ctx.Err())
	}
	l, err := c.ask(ctx, l, f)
	c.turn <- l
	return err
}

// ask returns the link as it found it, a new one for one that was lost, or nil
// for one that did not answer.
func (c *control) ask(ctx context.Context, l *link, f func(*amqp.Channel) error) (*link, error) {
	if l != nil && l.IsClosed() {
		l.end()
		l = nil
	}
	if l == nil {
		fresh, err := dial(ctx, c.cfg, c.purpose)
		if err != nil {
			return nil, err
		}
		l = fresh
	}
	err := l.bounded(ctx, func() error { return onChannel(l, f) })
	if ctx.Err() != nil {
		l.end()
		return nil, err
	}
	return l, err
}

func (c *control) close() {
	l, open := <-c.turn
	if !open {
		return
	}
	close(c.turn)
	if l != nil {
		l.end()
	}
}
