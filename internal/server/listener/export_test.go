package listener

import (
	"context"
	"crypto/tls"
	"net"
	"time"
)

// A busy machine may take longer than a second for a word.
func init() { lastWords = time.Minute }

// Glance is how long connections wait for their clients before they are held for that.
const Glance = glance

// Waiting counts the connections that wait for their clients.
func (s *Server) Waiting() int { return len(s.waiting()) }

// WaitingSilently counts those of them to which nothing is being sent.
func (s *Server) WaitingSilently() (n int) {
	for _, p := range s.waiting() {
		if !p.voice.stuck() {
			n++
		}
	}
	return n
}

func (s *Server) board() *board {
	seats, plain := s.listener.(*seats)
	if !plain {
		seats = s.listener.(*secured).seats
	}
	return &seats.places.board
}

func (s *Server) waiting() (all []*place) {
	b := s.board()
	b.mu.Lock()
	defer b.mu.Unlock()
	for p := b.rows[waiting].first; p != nil; p = p.ofAll.after {
		all = append(all, p)
	}
	return all
}

// MakeRoom pushes a connection out, if one does nothing.
func (s *Server) MakeRoom() { s.listener.(*seats).places.makeRoom() }

// TakeHandshake takes a place to work on a handshake in, until release.
func (s *Server) TakeHandshake(ctx context.Context) (release func(), err error) {
	return s.handshakes.places.Take(ctx, "test", 1)
}

// Crowding are the connections that wait for their turn to begin.
func (s *Server) Crowding() int { return s.listener.(*seats).places.crowding.Waiting() }

// Held are the bytes of requests, beside one of each connection.
func (s *Server) Held() int {
	b := s.board()
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.held
}

// Unread is what came of bodies over HTTP/2 and nobody has read, 16 KiB of each connection apart.
func (s *Server) Unread() int {
	return int(s.listener.(*secured).places.bodies.n.Load())
}

// WorkOnHandshake does so as a connection does.
func WorkOnHandshake(ctx context.Context, cfg Config, client string) func() (leave func(), err error) {
	h := newHandshakes(cfg.withDefaults())
	return func() (func(), error) { return h.take(ctx, client, h.weight(client)) }
}

// Turn is that of a connection until its handshake is over.
type Turn interface {
	Begin() error
	GoOn() error
	End()
}

type turnOf struct{ *turn }

func (t turnOf) Begin() error { return t.begin() }
func (t turnOf) GoOn() error  { return t.goOn() }
func (t turnOf) End()         { t.end() }

// TurnsOf gives each connection of an address its turn.
func TurnsOf(cfg Config) func(client string) Turn {
	h := newHandshakes(cfg.withDefaults())
	return func(client string) Turn { return turnOf{h.turn(context.Background(), client)} }
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

// FieldsOf counts the fields of a block of HPACK that comes in pieces, and the bytes that are spelt out in it.
func FieldsOf(pieces ...[]byte) (fields, bytes int) {
	var k block
	for _, b := range pieces {
		k.came(b)
	}
	return k.fields, k.bytes
}

// InBlocks are the fields that the frames of a client have.
func InBlocks(pieces ...[]byte) (weights []int) {
	held := 0
	f := newFrames(FramePrice{Clock: time.Now}, noTurn, func(more int) bool {
		held += more
		weights = append(weights, more)
		return true
	}, &bodies{}, nil)
	f.http2.Store(true)
	for _, b := range pieces {
		_, _ = f.came(b)
	}
	return weights
}

// MayEndBehind reports whether a connection may be told its end when the server has sent that.
func MayEndBehind(sent []byte) bool {
	f := framesOf()
	f.sent(sent)
	return f.leave()
}

// TakenBehindTheEnd is the last stream that the last frame tells, when the client is told before its last frame comes;
// and whether that is taken.
func TakenBehindTheEnd(came ...[]byte) (last uint32, taken bool) {
	f := framesOf()
	behind := len(came) - 1
	for _, b := range came[:behind] {
		_, _ = f.came(b)
	}
	last = f.openings.leave()
	_, err := f.came(came[behind])
	return last, err == nil
}

func noTurn(int) bool { return false }

// framesOf is HTTP/2 without bounds.
func framesOf() *frames {
	f := newFrames(FramePrice{Clock: time.Now}, noTurn, func(int) bool { return true }, &bodies{}, nil)
	f.http2.Store(true)
	return f
}
