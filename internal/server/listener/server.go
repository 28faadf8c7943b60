package listener

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// Server is an HTTP server with Start and Stop.
type Server struct {
	cfg        Config
	http       *http.Server
	handshakes *handshakes // nil without TLS

	mu          sync.Mutex
	listener    net.Listener
	certificate *certificate // nil without TLS
	stopping    bool
	done        chan struct{}
	err         error
}

var _ service.Service = (*Server)(nil)

// maxStreams are the requests of HTTP/2 that a connection may have at a time: the least that
// RFC 9113 (§6.5.2) recommends.
const maxStreams = 100

// maxFrame is the longest frame of HTTP/2, in bytes: no server may bound it to less (RFC 9113 §4.2). net/http reads a
// frame whole, into a buffer that its connection keeps for ever. Its own bound is 1 MiB: nine bytes made a buffer of
// that size, a thousand connections a thousand of them.
const maxFrame = 16 << 10

// maxHeader are the bytes of a header: a token has 8 KiB at most, and the address of a GET the rest.
const maxHeader = 32 << 10

// New makes a Server that does not listen yet.
func New(cfg Config) *Server {
	cfg = cfg.withDefaults()
	s := &http.Server{
		Handler: served(cfg.Handler, cfg.Crowded, cfg.Clock), ConnContext: withConnection, ReadHeaderTimeout: cfg.Header, ReadTimeout: cfg.Read, WriteTimeout: cfg.Write, IdleTimeout: cfg.Idle,
		DisableGeneralOptionsHandler: true, // "OPTIONS *" is a request as others are: it is counted, and paid
		MaxHeaderBytes:               maxHeader, ConnState: follow, ErrorLog: slog.NewLogLogger(cfg.Log.Handler(), slog.LevelDebug),
	}
	all := &Server{cfg: cfg, done: make(chan struct{}), http: s}
	if cfg.CertFile != "" {
		all.handshakes = newHandshakes(cfg)
		s.Protocols = new(http.Protocols)
		s.Protocols.SetHTTP1(true)
		s.Protocols.SetUnencryptedHTTP2(true) // of what secure decrypted
		s.HTTP2 = &http.HTTP2Config{MaxReadFrameSize: maxFrame, MaxReceiveBufferPerConnection: cfg.Window, MaxReceiveBufferPerStream: cfg.Stream, MaxConcurrentStreams: maxStreams}
	}
	return all
}

// Greeting is how many connections wait for their turn in a handshake of TLS.
func (s *Server) Greeting() int {
	if s.handshakes == nil {
		return 0
	}
	return s.handshakes.places.Waiting()
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
	cfg, err := s.tlsConfig()
	if err != nil {
		return fmt.Errorf("%s: %w", s.cfg.Name, err)
	}
	tcp, err := s.listen(ctx)
	if err != nil {
		return fmt.Errorf("%s cannot listen on %s (%w): is another server running? Choose another address with --addr or --admin-addr", s.cfg.Name, s.cfg.Addr, err)
	}
	s.listener = s.wrap(tcp, cfg)
	go func() {
		defer close(s.done)
		if err := s.http.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
			s.err = err
		}
	}()
	s.cfg.Log.Info("listening", "server", s.cfg.Name, "addr", tcp.Addr().String())
	return nil
}

func (s *Server) listen(ctx context.Context) (*net.TCPListener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", s.cfg.Addr)
	if err != nil {
		return nil, err
	}
	return l.(*net.TCPListener), nil // what "tcp" listens with
}

// wrap puts the places, and TLS if there is a certificate, around a listener.
func (s *Server) wrap(tcp *net.TCPListener, cfg *tls.Config) net.Listener {
	l := &seats{TCPListener: tcp, places: newPlaces(s.cfg), silent: newSilent(s.cfg), handshakes: s.handshakes, client: s.cfg.Client, unsent: s.cfg.Unsent}
	if cfg == nil {
		return l
	}
	return &secured{l, cfg, FramePrice{PerSecond: s.cfg.Frames, Burst: s.cfg.FrameBurst, Clock: s.cfg.Clock}}
}

// tlsConfig is nil if there is no certificate.
func (s *Server) tlsConfig() (*tls.Config, error) {
	if s.cfg.CertFile == "" {
		return nil, nil
	}
	c, err := loadCertificate(s.cfg.CertFile, s.cfg.KeyFile, s.cfg.Clock, s.cfg.Log.With("server", s.cfg.Name))
	if err != nil {
		return nil, err
	}
	s.certificate = c
	return c.config(), nil
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

// Stop accepts nobody new, drains, waits for the handlers, and closes whatever is
// left when ctx ends. It may be called again, and before Start.
func (s *Server) Stop(ctx context.Context) error {
	s.mu.Lock()
	s.stopping = true
	started := s.listener != nil
	s.mu.Unlock()
	if !started {
		return nil
	}
	drained := make(chan error, 1)
	go func() { drained <- s.drain(ctx) }()
	err := s.listener.Close()
	<-s.done                                       // net/http knows of all connections now
	if late := s.http.Shutdown(ctx); late != nil { // it waits for the handlers, which drain ends
		err = errors.Join(err, fmt.Errorf("%s: requests did not end in time: %w", s.cfg.Name, late), s.http.Close())
	}
	return errors.Join(err, <-drained, s.err)
}

func (s *Server) drain(ctx context.Context) error {
	if s.cfg.Drain == nil {
		return nil
	}
	return s.cfg.Drain(ctx)
}
