package rabbitbroker

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/trust"
)

// Config says where the broker is and how patient this process is with it.
// Zero values get the defaults named below.
type Config struct {
	URLs           []string           // of the nodes of one broker, amqp:// or amqps://; each connection takes one that answers
	Peer           *trust.Peer        // who the nodes have to be, and who this process is; nil: whom the machine trusts
	Name           string             // of this process, shown to operators beside its connections; "carpeta"
	Prefetch       int                // unacknowledged messages, and so handlers, per Consume; 10
	Window         int                // unconfirmed messages at a time; 256
	ConfirmTimeout time.Duration      // longest wait of one Publish; 5 s
	HandlerTimeout time.Duration      // longest run of one handler; 30 s
	CallTimeout    time.Duration      // longest dial, handshake or topology declaration; 10 s
	MaxBackoff     time.Duration      // longest pause between dials; 3 s
	Retry          broker.RetryPolicy // names and delays of the retry tiers; broker.DefaultRetry
	Log            *slog.Logger       // slog.Default()
	Clock          func() time.Time   // time.Now
	Rand           func() float64     // jitter, [0,1); math/rand
}

func (c Config) withDefaults() (Config, error) {
	if err := checkURLs(c.URLs); err != nil {
		return c, err
	}
	c.Name = cmp.Or(c.Name, "carpeta")
	c.Prefetch = cmp.Or(c.Prefetch, 10)
	c.Window = cmp.Or(c.Window, 256)
	c.ConfirmTimeout = cmp.Or(c.ConfirmTimeout, 5*time.Second)
	c.HandlerTimeout = cmp.Or(c.HandlerTimeout, 30*time.Second)
	c.CallTimeout = cmp.Or(c.CallTimeout, 10*time.Second)
	c.MaxBackoff = cmp.Or(c.MaxBackoff, 3*time.Second)
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Retry.MaxAttempts == 0 {
		c.Retry = broker.DefaultRetry
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Rand == nil {
		c.Rand = rand.Float64
	}
	if c.Prefetch < 1 || c.Window < 1 || c.Retry.MaxAttempts < 1 {
		return c, errors.New("rabbitbroker: prefetch, window and attempts must be positive")
	}
	for _, d := range c.Retry.Delays {
		if d < time.Millisecond || d%time.Millisecond != 0 {
			return c, errors.New("rabbitbroker: a retry delay must be whole milliseconds")
		}
	}
	return c, nil
}

// anyNode is where a connection is tried first.
func (c Config) anyNode() int {
	if len(c.URLs) == 1 {
		return 0
	}
	return int(c.Rand()*float64(len(c.URLs))) % len(c.URLs)
}

// checkURLs quotes no URL: it holds a password.
func checkURLs(urls []string) error {
	if len(urls) == 0 {
		return errors.New("rabbitbroker: no URL")
	}
	var vhost string
	for i, u := range urls {
		uri, err := amqp.ParseURI(u)
		if err != nil {
			return errors.New("rabbitbroker: the URL is not an AMQP URL (amqp://user:password@host:port/vhost)")
		}
		if uri.CACertFile != "" || uri.CertFile != "" || uri.KeyFile != "" {
			return errors.New("rabbitbroker: the URL names certificates (cacertfile, certfile, keyfile): set CARPETA_AMQP_CA, _CERT and _KEY instead, and take them out of the URL")
		}
		if i > 0 && uri.Vhost != vhost {
			return fmt.Errorf("rabbitbroker: URL %d has the virtual host %q, and the first has %q: they must be nodes of one broker, with the same queues", i+1, uri.Vhost, vhost)
		}
		vhost = uri.Vhost
	}
	return nil
}
