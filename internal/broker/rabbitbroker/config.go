package rabbitbroker

import (
	"cmp"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// Config says where the broker is and how patient this process is with it.
// Zero values get the defaults named below.
type Config struct {
	URL            string             // amqp:// or amqps://
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
	if _, err := amqp.ParseURI(c.URL); err != nil {
		return c, errors.New("rabbitbroker: the URL is not an AMQP URL (amqp://user:password@host:port/vhost)")
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
