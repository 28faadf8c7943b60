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
)

// Server is an HTTP server with Start and Stop.
type Server struct {
	cfg      Config
	http     *http.Server
	requests *requests

	mu          sync.Mutex
	listener    *acceptor    // nil before Start
	certificate *certificate // nil without TLS
	stopping    bool
	done        chan struct{}
	err         error
}

var _ service.Service = (*Server)(nil)

// maxHeader are the bytes of a header: a token has 8 KiB at most, and the address of a GET the rest.
const maxHeader = 32 << 10

// The bounds of a connection of HTTP/2. maxStreams is the least that RFC 9113 (§6.5.2) recommends. maxFrame is the least
// that a server may allow (§4.2): net/http keeps a buffer of the longest frame for each connection, of 1 MiB by default. The
// windows are what a client may send before a handler reads: a stream's bounds the speed of an upload over a long line.
const (
	maxStreams       = 100
	maxFrame         = 16 << 10
	connectionWindow = 512 << 10
	streamWindow     = 256 << 10
)

// How long a connection of HTTP/2 may be of no use: the client takes no byte, says nothing until it is pinged, or does not
// answer the ping. The deadline of an answer is another one: a client that shuts its window takes bytes of others.
const (
	maxUntaken  = 30 * time.Second
	pingAfter   = 30 * time.Second
	pingTimeout = 15 * time.Second
)

// New makes a Server that does not listen yet.
func New(cfg Config) *Server {
	cfg = cfg.withDefaults()
	r := &requests{next: cfg.Handler, crowded: cfg.Crowded, clock: cfg.Clock}
	return &Server{cfg: cfg, requests: r, done: make(chan struct{}), http: &http.Server{
		Handler: r, ConnContext: withConnection, ConnState: follow, ErrorLog: slog.NewLogLogger(cfg.Log.Handler(), slog.LevelDebug),
		ReadHeaderTimeout: cfg.Header, ReadTimeout: cfg.Read, WriteTimeout: cfg.Write, IdleTimeout: cfg.Idle, MaxHeaderBytes: maxHeader,
		DisableGeneralOptionsHandler: true, // "OPTIONS *" is a request as others are: it has a price
		HTTP2: &http.HTTP2Config{
			MaxConcurrentStreams: maxStreams, MaxReadFrameSize: maxFrame, MaxReceiveBufferPerConnection: connectionWindow, MaxReceiveBufferPerStream: streamWindow,
			WriteByteTimeout: maxUntaken, SendPingTimeout: pingAfter, PingTimeout: pingTimeout,
		},
	}}
}

// Start listens and returns; an address in use is an error that says what to do.
func (s *Server) Start(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.listener != nil:
		return fmt.Errorf("%s: started twice", s.cfg.Name)
	case s.stopping:
		return fmt.Errorf("%s: stopped already", s.cfg.Name)
	}
	if err := s.readCertificate(); err != nil {
		return fmt.Errorf("%s: %w", s.cfg.Name, err)
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", s.cfg.Addr)
	if err != nil {
		return fmt.Errorf("%s cannot listen on %s (%w): %sChoose another address with --addr or --admin-addr", s.cfg.Name, s.cfg.Addr, err, whyNot(err))
	}
	s.listener = &acceptor{l.(*net.TCPListener), newConnections(s.cfg)}
	go func() {
		defer close(s.done)
		if err := s.serve(); !errors.Is(err, net.ErrClosed) {
			s.err = err
		}
	}()
	s.cfg.Log.Info("listening", "server", s.cfg.Name, "addr", l.Addr().String())
	return nil
}

// whyNot is the usual reason why nobody can listen on an address.
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

func (s *Server) readCertificate() (err error) {
	if s.cfg.CertFile == "" {
		return nil
	}
	if s.certificate, err = loadCertificate(s.cfg.CertFile, s.cfg.KeyFile, s.cfg.Clock, s.cfg.Log.With("server", s.cfg.Name)); err != nil {
		return err
	}
	s.http.TLSConfig = s.certificate.config()
	return nil
}

// CertificateExpires is the end of the certificate that handshakes get now; zero without TLS.
func (s *Server) CertificateExpires() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.certificate == nil {
		return time.Time{}
	}
	return s.certificate.current().Leaf.NotAfter
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
func (s *Server) URL() string {
	host, port, err := net.SplitHostPort(s.Addr())
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

// Relieve ends up to n connections because memory is short, and returns how many: those that brought no request, then those
// that are idle, then those that are busy; of each, the ones that have been so longest.
func (s *Server) Relieve(n int) (ended int) {
	s.mu.Lock()
	l := s.listener
	s.mu.Unlock()
	if l == nil {
		return 0
	}
	return l.open.relieve(n)
}

// lastAccepts is how long a server that stops accepts what is connected already: the system would reset what it holds for the
// server.
const lastAccepts = 100 * time.Millisecond

// Stop accepts nobody new, drains, waits for the handlers, and closes whatever is left when ctx ends. It may be called again,
// and before Start.
func (s *Server) Stop(ctx context.Context) error {
	s.mu.Lock()
	s.stopping = true
	l := s.listener
	s.mu.Unlock()
	if l == nil {
		return nil
	}
	s.requests.stopping.Store(true) // who still asks is told not to ask again here
	drained := make(chan error, 1)
	go func() { drained <- s.drain(ctx) }()
	time.AfterFunc(lastAccepts, func() { _ = l.Close() }) // it may be closed already, and cannot fail otherwise
	<-s.done
	silence := time.AfterFunc(minUnused, l.open.endUnused) // net/http would wait five seconds for them
	defer silence.Stop()
	var err error
	if late := s.http.Shutdown(ctx); late != nil {
		err = errors.Join(fmt.Errorf("%s: requests did not end in time: %w", s.cfg.Name, late), s.http.Close())
	}
	return errors.Join(err, <-drained, s.err)
}

func (s *Server) drain(ctx context.Context) error {
	if s.cfg.Drain == nil {
		return nil
	}
	return s.cfg.Drain(ctx)
}
