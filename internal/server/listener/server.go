package listener

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/server/certificate"
)

// Server is an HTTP server with Start and Stop.
type Server struct {
	cfg      Config
	http     *http.Server
	requests *requests
	open     *connections

	mu          sync.Mutex
	listener    *acceptor          // nil before Start
	certificate *certificate.Files // nil without TLS
	done        chan struct{}
	err         error
}

var _ service.Service = (*Server)(nil)

// maxHeader is the size of all headers: a token has 8 KiB at most, and the URL of a GET the rest.
const maxHeader = 32 << 10

// The limits of a connection of HTTP/2. maxStreams is the lowest number that RFC 9113 (§6.5.2) recommends. maxFrame is the
// lowest that it allows (§4.2): net/http keeps a buffer of that size for each connection, of 1 MiB by default. The windows
// are what a client may send before a handler reads; that of a stream limits the speed of an upload over a long distance.
const (
	maxStreams       = 100
	maxFrame         = 16 << 10
	connectionWindow = 512 << 10
	streamWindow     = 256 << 10
)

// How long a client of HTTP/2 may read no byte, send nothing before it is pinged, and take to answer the ping. Answers have
// a deadline besides: a client may shut the window of one stream, and read others.
const (
	maxUnread   = 30 * time.Second
	pingAfter   = 30 * time.Second
	pingTimeout = 15 * time.Second
)

// New makes a Server that does not listen yet.
func New(cfg Config) *Server {
	cfg = cfg.withDefaults()
	r, open := &requests{cfg: cfg}, newConnections(cfg)
	return &Server{cfg: cfg, requests: r, open: open, done: make(chan struct{}), http: &http.Server{
		Handler: r, ConnContext: withConnection, ConnState: onState, ErrorLog: slog.NewLogLogger(cfg.Log.Handler(), slog.LevelDebug),
		ReadHeaderTimeout: cfg.Header, ReadTimeout: cfg.Read, WriteTimeout: cfg.Write, IdleTimeout: cfg.Idle, MaxHeaderBytes: maxHeader,
		DisableGeneralOptionsHandler: true, // "OPTIONS *" has a price, as all requests have
		HTTP2: &http.HTTP2Config{
			MaxConcurrentStreams: maxStreams, MaxReadFrameSize: maxFrame, MaxReceiveBufferPerConnection: connectionWindow, MaxReceiveBufferPerStream: streamWindow,
			WriteByteTimeout: maxUnread, SendPingTimeout: pingAfter, PingTimeout: pingTimeout, CountError: open.http2Error,
		},
	}}
}

// Start listens and returns. The error for an address in use says what to do.
func (s *Server) Start(ctx context.Context) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.listener != nil:
		return fmt.Errorf("%s: started twice", s.cfg.Name)
	case s.requests.stopping.Load():
		return fmt.Errorf("%s: stopped already", s.cfg.Name)
	}
	if s.cfg.CertFile != "" {
		if s.certificate, err = certificate.Load(s.cfg.CertFile, s.cfg.KeyFile, s.cfg.Clock, s.cfg.Log.With("server", s.cfg.Name)); err != nil {
			return fmt.Errorf("%s: %w", s.cfg.Name, err)
		}
		s.http.TLSConfig = s.certificate.Config()
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", s.cfg.Addr)
	if err != nil {
		return fmt.Errorf("%s cannot listen on %s (%w): %sChoose another address with --addr or --admin-addr", s.cfg.Name, s.cfg.Addr, err, whyNot(err))
	}
	s.listener = &acceptor{l.(*net.TCPListener), s.open}
	s.cfg.Listening(s.urlOf(l.Addr().String()))
	go func() {
		defer close(s.done)
		if err := s.serve(); !errors.Is(err, net.ErrClosed) {
			s.err = err
		}
	}()
	s.cfg.Log.Info("listening", "server", s.cfg.Name, "addr", l.Addr().String())
	return nil
}

// whyNot is the usual reason why a server cannot listen on an address.
func whyNot(err error) string {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return "is another server running? "
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return "this machine does not have it. "
	case errors.Is(err, syscall.EACCES):
		return "a port below 1024 needs a privilege. "
	}
	return ""
}

func (s *Server) serve() error {
	if s.certificate != nil {
		return s.http.ServeTLS(s.listener, "", "")
	}
	return s.http.Serve(s.listener)
}

// CertificateExpires is the end of the certificate that handshakes get now; zero without TLS.
func (s *Server) CertificateExpires() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.certificate == nil {
		return time.Time{}
	}
	return s.certificate.Current().Leaf.NotAfter
}

// Addr is where the server listens, once started: host:port.
func (s *Server) Addr() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listener == nil {
		return ""
	}
	return s.listener.Addr().String()
}

// URL is Addr as an address that this machine can open.
func (s *Server) URL() string { return s.urlOf(s.Addr()) }

func (s *Server) urlOf(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return ""
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	scheme := "http://"
	if s.cfg.CertFile != "" {
		scheme = "https://"
	}
	return scheme + net.JoinHostPort(host, port)
}

// CloseConnections closes up to n connections because memory is short, and returns how many: those that brought no request,
// then idle ones, then busy ones; of each, the oldest first.
func (s *Server) CloseConnections(n int) (closed int) { return s.open.shed(n) }

// lastAccepts is how long a server that stops goes on to accept: the system would reset the connections that wait.
const lastAccepts = 100 * time.Millisecond

// Stop accepts no new connections, drains, waits for the handlers, and closes whatever is left when ctx ends. It may be
// called again, and before Start.
func (s *Server) Stop(ctx context.Context) error {
	s.mu.Lock()
	s.requests.stopping.Store(true) // answers close their connections from now on
	l := s.listener
	s.mu.Unlock()
	if l == nil {
		return nil
	}
	drained := make(chan error, 1)
	go func() { drained <- s.cfg.Drain(ctx) }()
	time.AfterFunc(lastAccepts, func() { _ = l.Close() }) // it may be closed already, and cannot fail otherwise
	<-s.done
	silent := time.AfterFunc(minUnused, s.open.endUnused) // net/http would wait five seconds for them
	defer silent.Stop()
	var err error
	if late := s.http.Shutdown(ctx); late != nil {
		err = errors.Join(fmt.Errorf("%s: requests did not end in time: %w", s.cfg.Name, late), s.http.Close())
	}
	return errors.Join(err, <-drained, s.err)
}
