package rabbitbroker

import (
	"context"
	"net"
	"sync"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

const heartbeat = 5 * time.Second

// link is one connection. The library's calls take no context; hanging up the
// socket is what ends them.
type link struct {
	*amqp.Connection
	socket net.Conn
	lost   chan struct{} // closed when the connection is gone, for whatever reason

	patience time.Duration
	watcher  sync.WaitGroup
}

// dial connects within the call timeout. purpose is what operators see.
func dial(ctx context.Context, cfg Config, purpose string) (*link, error) {
	ctx, cancel := context.WithTimeout(ctx, cfg.CallTimeout)
	defer cancel()
	l := &link{lost: make(chan struct{}), patience: cfg.CallTimeout}
	var hangUp func() bool
	properties := amqp.NewConnectionProperties()
	properties.SetClientConnectionName(cfg.Name + " " + purpose)
	conn, err := amqp.DialConfig(cfg.URL, amqp.Config{
		Heartbeat:  heartbeat,
		Properties: properties,
		Dial: func(network, addr string) (net.Conn, error) {
			socket, err := (&net.Dialer{}).DialContext(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			l.socket = socket
			hangUp = context.AfterFunc(ctx, l.hangUp)
			return socket, nil
		},
	})
	if err == nil && !hangUp() {
		err = ctx.Err()
	}
	if err != nil {
		if l.socket != nil {
			hangUp()
			l.hangUp()
		}
		return nil, classify(err)
	}
	l.Connection = conn
	closed := conn.NotifyClose(make(chan *amqp.Error, 1))
	l.watcher.Go(func() { l.watch(closed) })
	return l, nil
}

// watch turns the library's notice into a channel that any number can wait on.
func (l *link) watch(closed <-chan *amqp.Error) {
	for range closed {
	}
	close(l.lost)
}

// hangUp cuts the line at once. Unfinished work of the connection is lost.
func (l *link) hangUp() { _ = l.socket.Close() }

// bounded runs a few calls, and hangs up when they take longer than the call
// timeout or ctx allow.
func (l *link) bounded(ctx context.Context, calls func() error) error {
	ctx, cancel := context.WithTimeout(ctx, l.patience)
	defer cancel()
	stop := context.AfterFunc(ctx, l.hangUp)
	err := calls()
	if !stop() {
		return noConnection(ctx.Err())
	}
	return err
}

// end says goodbye if the broker still listens, and waits for the library's
// goroutines that we know of.
func (l *link) end() {
	timer := time.AfterFunc(time.Second, l.hangUp)
	_ = l.Close()
	timer.Stop()
	l.hangUp()
	l.watcher.Wait()
}
