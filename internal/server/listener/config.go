package listener

import (
	"cmp"
	"context"
	"log/slog"
	"net"
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

	Connections int // at a time; a further one takes the place of one that is idle. 0: any number
	PerClient   int // of one client; 0: any number
	Resting     int // bytes that those hold which do nothing; with more, the one that is idle longest ends. 0: any number
	RestingEach int // the same of one client; 0: any number
	// Client names whom a connection comes from; "" for one that PerClient does not bind. Nil: the address.
	Client func(remote net.Addr) string
	// Admit reports whether a client that PerClient binds may connect now, besides those that it
	// has open. Flooded tells that one of its connections was ended for a flood, or for requests that hold too much.
	// Stalled tells that one was ended because it waited for the client, which holds much of what waits. Owes reports
	// whether it has more to pay for them than it has: then what waits for its handshake ends. Nil: any; nothing; nothing;
	// none.
	Admit   func(client string) bool
	Flooded func(client string)
	Stalled func(client string)
	Owes    func(client string) bool
	// Known reports whether a client did something good lately. Its connections begin, and its hellos are answered, before
	// those of strangers. Nil: all are as good.
	Known func(client string) bool
	// Begin returns when a request of HTTP/2 may begin, or at the end of ctx; paced says that it had to ask for a turn. One
	// with a large header is as much as several pieces. Nothing of it is kept yet, and what comes behind it on its
	// connection waits too. Nil: at once.
	Begin   func(ctx context.Context, client string, pieces int) (paced bool)
	Metrics Metrics // nil: none

	// Crowding is how many connections without TLS begin a second, in turn by client, of strangers and of clients that open
	// many. Others wait for nobody. 0: any number.
	Crowding int

	Frames     int // a second, of HTTP/2 that ask for work and bring none; with a flood the connection ends. 0: any number
	FrameBurst int // as many at once

	Handshakes     int // of TLS that are worked on at a time; 0 for half of the processors. Others wait in turn by client
	HandshakeShare int // of its time, in percent, that such a place is used; 0: 100

	Window int // bytes that a connection of HTTP/2 may send ahead; 0: the default of net/http
	Stream int // the same of one stream

	Bodies int // bytes of bodies of HTTP/2 that came and nobody has read, of all; beyond it 16 KiB of each connection. 0: any number

	Streams     int          // requests of HTTP/2 at a time beside another one of their connection; 0: any number
	StreamsEach int          // of these, of one client; 0: any number
	Waiting     int          // bytes that requests may hold, beside one of each connection, while their connections wait for their clients; with more, one ends that holds much. 0: any number
	Crowded     http.Handler // answers those for which there is no room; nil: 503
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
	cfg.HandshakeShare = cmp.Or(cfg.HandshakeShare, 100)
	if cfg.Client == nil {
		cfg.Client = hostOf
	}
	if cfg.Admit == nil {
		cfg.Admit = func(string) bool { return true }
	}
	if cfg.Flooded == nil {
		cfg.Flooded = func(string) {}
	}
	if cfg.Stalled == nil {
		cfg.Stalled = func(string) {}
	}
	if cfg.Owes == nil {
		cfg.Owes = func(string) bool { return false }
	}
	if cfg.Begin == nil {
		cfg.Begin = func(context.Context, string, int) bool { return false }
	}
	if cfg.Crowded == nil {
		cfg.Crowded = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	}
	if cfg.Metrics == nil {
		cfg.Metrics = noMetrics{}
	}
	return cfg
}

func hostOf(remote net.Addr) string {
	host, _, _ := net.SplitHostPort(remote.String()) // of TCP: it has a port
	return host
}
