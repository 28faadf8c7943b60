package listener

import (
	"cmp"
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Config is an address and what listens there. Name, Addr and Handler are required.
type Config struct {
	Name    string // in logs and errors
	Addr    string // host:port; port 0 takes a free one
	Handler http.Handler
	// Drain ends what would never end by itself, such as subscriptions; nil: nothing to end. Stop calls it.
	Drain func(context.Context) error
	Log   *slog.Logger
	Clock func() time.Time

	// CertFile and KeyFile (PEM) make the server speak TLS, with HTTP/2; empty: plain HTTP/1.
	CertFile, KeyFile string

	Header time.Duration // longest time to send the headers; 10 s
	Read   time.Duration // longest time to send the whole request; 30 s. Handlers may extend it
	Write  time.Duration // longest time to take the answer; 60 s. Handlers may extend it
	Idle   time.Duration // longest time between two requests of a connection; 2 min

	// Connections and PerClient limit the open connections, and the requests at a time (HTTP/2 brings several on one
	// connection): in all, and of one client; 0: no limit.
	Connections, PerClient int
	// Client names the client of a connection; "" for a proxy, to which PerClient does not apply. Nil: the address.
	Client     func(remote net.Addr) string
	Overloaded http.Handler // answers a request beyond the limits; nil: 503
	Metrics    Metrics      // nil: none
	// Listening gets the URL before the first connection is accepted; may be nil.
	Listening func(url string)
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
	if cfg.Drain == nil {
		cfg.Drain = func(context.Context) error { return nil }
	}
	if cfg.Client == nil {
		cfg.Client = hostOf
	}
	if cfg.Overloaded == nil {
		cfg.Overloaded = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	}
	if cfg.Listening == nil {
		cfg.Listening = func(string) {}
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

// Causes, in metrics and logs, why a connection was refused or ended.
const (
	CauseClient      = "direccion"     // refused: its client has as many as PerClient
	CauseAll         = "todas"         // refused: there are as many as Connections
	CauseDescriptors = "descriptores"  // refused: the process may open no more files
	CauseUnused      = "sin_uso"       // ended: it had brought no request, and another one needed its place
	CauseIdle        = "inactiva"      // ended: it was idle, and another one needed its place
	CauseHeaders     = "encabezados"   // ended: too many had sent much of a header that was not whole
	CauseClosing     = "terminada"     // ended: its last answer was sent, and another one needed its place
	CauseStop        = "parada"        // ended: the server stopped, and it had brought no request
	CauseMemory      = "memoria"       // ended: memory was short
	CauseResets      = "cancelaciones" // ended, and refused for a while: its client cancelled too many requests
)

// Metrics counts connections. Its methods may be called at any time.
type Metrics interface {
	// ConnectionsOpen changes the number of open connections.
	ConnectionsOpen(server string, delta int)
	// ConnectionRefused counts a connection that was closed before it was served.
	ConnectionRefused(server, cause string)
	// ConnectionEnded counts a connection that the server closed before its client did; the cause says why.
	ConnectionEnded(server, cause string)
}

type noMetrics struct{}

func (noMetrics) ConnectionsOpen(string, int)      {}
func (noMetrics) ConnectionRefused(string, string) {}
func (noMetrics) ConnectionEnded(string, string)   {}
