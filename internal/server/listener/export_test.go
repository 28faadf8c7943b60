package listener

import (
	"context"
	"crypto/tls"
	"net"
)

// TakeHandshake takes a place to work on a handshake in, until release.
func (s *Server) TakeHandshake(ctx context.Context) (release func(), err error) {
	return s.handshakes.places.Take(ctx, "test", 1)
}

// WorkOnHandshake does so as a connection does.
func WorkOnHandshake(ctx context.Context, cfg Config, client string) func() (leave func(), err error) {
	h := newHandshakes(cfg.withDefaults())
	return func() (func(), error) { return h.take(ctx, client, h.weight(client)) }
}

// OnHello has f called for each hello that is answered, before any comes.
func (s *Server) OnHello(f func(remote net.Addr)) {
	cfg := s.listener.(*secured).cfg
	certificate := cfg.GetCertificate
	cfg.GetCertificate = func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		f(hello.Conn.RemoteAddr())
		return certificate(hello)
	}
}
