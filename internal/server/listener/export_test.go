package listener

import "context"

// TakeHandshake takes a place to work on a handshake in, until release.
func (s *Server) TakeHandshake(ctx context.Context) (release func(), err error) {
	return s.handshakes.places.Take(ctx, "test", 1)
}

// WorkOnHandshake does so as a connection does.
func WorkOnHandshake(ctx context.Context, cfg Config, client string) func() (leave func(), err error) {
	h := newHandshakes(cfg.withDefaults())
	return func() (func(), error) { return h.take(ctx, client, h.weight(client)) }
}
