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

// dial connects to a node within the call timeout, and the time of ctx. purpose is what operators see. It begins with
// any node, so that connections spread over all, and goes on to the next where nobody answers.
func dial(ctx context.Context, cfg Config, purpose string) (*link, error) {
	ctx, cancel := context.WithTimeout(ctx, cfg.CallTimeout)
	defer cancel()
	first, failed := cfg.anyNode(), error(nil)
	for n := range cfg.URLs {
		// One that takes connections and says nothing leaves the others their share of the time that there is: whoever asks
		// may have less than the call timeout.
		end, _ := ctx.Deadline()
		share := end.Sub(cfg.Clock()) / time.Duration(len(cfg.URLs)-n)
		l, err := dialNode(ctx, cfg, cfg.URLs[(first+n)%len(cfg.URLs)], share, purpose)
		if err == nil {
			return l, nil
		}
		if failed = err; ctx.Err() != nil {
			break
		}
	}
	return nil, classify(failed)
}

// dialNode connects to one node.
func dialNode(ctx context.Context, cfg Config, url string, within time.Duration, purpose string) (*link, error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	l := &link{lost: make(chan struct{}), patience: cfg.CallTimeout}
	socket, err := open(ctx, cfg, url)
	if err != nil {
		return nil, cfg.Peer.Explain(err)
	}
	l.socket = socket
	hangUp := context.AfterFunc(ctx, l.hangUp)
	properties := amqp.NewConnectionProperties()
	properties.SetClientConnectionName(cfg.Name + " " + purpose)
	conn, err := amqp.DialConfig(withoutTLS(url), amqp.Config{
		Heartbeat:  heartbeat,
		Properties: properties,
		Dial:       func(string, string) (net.Conn, error) { return socket, nil },
	})
	if err == nil && !hangUp() {
		err = ctx.Err()
	}
	if err != nil {
		hangUp()
		err = cfg.Peer.Explain(withAlert(err, socket))
		l.hangUp()
		return nil, err
	}
	_ = cfg.Peer.Explain(nil) // it works
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
