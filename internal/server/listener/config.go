package listener

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"time"
)

// Config is an address and what listens there. Name, Addr and Handler are
// required.
type Config struct {
	Name    string // in logs and errors
	Addr    string // host:port; port 0 takes a free one
	Handler http.Handler
	// Drain ends connections that would go on for ever, such as subscriptions; it is called once
	// nobody new is accepted.
	Drain func(context.Context) error
	Log   *slog.Logger
	Clock func() time.Time

	// CertFile and KeyFile (PEM) make it speak TLS, with HTTP/2; empty: plain HTTP.
	CertFile, KeyFile string

	Header time.Duration // longest time to send the headers; 10 s
	Read   time.Duration // longest time to send the whole request; 30 s. Handlers may extend it
	Write  time.Duration // longest time to take the answer; 60 s. Handlers may extend it
	Idle   time.Duration // a kept connection without requests; 2 min
	Unsent int           // bytes that the system keeps for a client that does not read; 0: as many as it likes
}

func (cfg Config) withDefaults() Config {
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	cfg.Header = cmp.Or(cfg.Header, 10*time.Second)
	cfg.Read = cmp.Or(cfg.Read, 30*time.Second)
	cfg.Write = cmp.Or(cfg.Write, 60*time.Second)
	cfg.Idle = cmp.Or(cfg.Idle, 2*time.Minute)
	return cfg
}
