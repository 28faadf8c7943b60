package listener

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
)

// maxBetween is how many bytes may come between two pieces of content: a record of TLS, and something before it. A
// handshake that is over has messages too. crypto/tls would keep 256 KiB of one that does not come to its end.
const maxBetween = 20 << 10

var errGreeting = errors.New("listener: the handshake is too long")

// greeting is the connection below TLS: before the handshake is over, little may come, and little between two pieces
// of content after it.
type greeting struct {
	*conn

	left, there int // bytes that may come, and that have come and need no waiting; of the one who reads
	records     records
	over        atomic.Bool
}

func (g *greeting) Read(b []byte) (int, error) {
	if g.left == 0 {
		return 0, errGreeting
	}
	if g.over.Load() {
		return g.take(b)
	}
	waits := g.there <= 0
	if waits { // for the client
		g.turn.end()
	}
	n, err := g.take(b)
	g.there -= n
	if waits && err == nil {
		err = g.turn.goOn()
	}
	return n, err
}

// take reads what may come.
func (g *greeting) take(b []byte) (int, error) {
	n, err := g.conn.Read(b[:min(len(b), g.left)])
	g.left -= n
	if !g.records.came(b[:n]) {
		return 0, errRecords
	}
	return n, err
}

// secure is a connection that speaks TLS. It shows net/http what was decrypted, and no
// *tls.Conn: only so can the frames of HTTP/2 be counted before net/http works on them.
// net/http knows HTTP/2 by its first bytes.
type secure struct {
	net.Conn // *tls.Conn, whose ConnectionState must not be seen: net/http would expect ALPN's protocol
	*place

	places   *places
	greeting *greeting
	frames   *frames
	coming   message
	behind   kept      // came behind a request that had a turn of its own; nobody has looked at it
	failed   sync.Once // the handshake
}

func newSecure(c *conn, cfg *tls.Config, price FramePrice) *secure {
	g := &greeting{conn: c, left: maxGreeting, there: c.there}
	gone := func() bool { return c.places.left(c.place) }
	holds := func(more int) bool { return c.places.holds(c.place, more) }
	s := &secure{Conn: tls.Server(g, cfg), place: c.place, places: c.places, greeting: g, frames: newFrames(price, c.begins, holds, &c.places.bodies, gone)}
	c.above.Store(&mouth{speaks: s.speaks, ready: s.ready, words: s.words, write: s.Conn.Write})
	return s
}

// Read makes the handshake first, and ends a connection that floods.
func (s *secure) Read(b []byte) (int, error) {
	if err := s.greet(); err != nil {
		return 0, err
	}
	if s.frames.spoken() {
		return s.coming.ahead.next(b, s.receive)
	}
	return s.places.receive(s.place, &s.coming, b, decrypted{s})
}

// receive reads what was decrypted, up to the end of a request that had to wait for its turn.
func (s *secure) receive(b []byte) (int, error) {
	if s.frames.skip == 0 { // net/http gives a handler whole frames
		s.frames.unread.wait()
	}
	n, err := s.behind.next(b, s.decrypt)
	before, frames := s.splitPreface(b[:n])
	seen, tooMany := s.frames.came(frames)
	if seen < len(frames) {
		s.behind.keep(frames[seen:])
		n, err = before+seen, nil // whatever failed fails again
	}
	if errors.Is(err, errRecords) || errors.Is(tooMany, errFlood) {
		s.places.flood(s.place)
	}
	if errors.Is(err, errRecords) || tooMany != nil {
		s.voice.heard() // meanwhile net/http ends what it has begun to send
		return 0, io.ErrUnexpectedEOF
	}
	return n, err
}

// decrypt reads what a client sent as content, and counts that.
func (s *secure) decrypt(b []byte) (int, error) {
	n, err := s.Conn.Read(b)
	switch {
	case n > 0:
		s.greeting.left = maxBetween
		s.greeting.records.brought(n)
	case errors.Is(err, errGreeting):
		s.fail()
	}
	return n, err
}

// splitPreface is how many bytes of what came belong to the preface, or to HTTP/1, and the frames behind them.
func (s *secure) splitPreface(b []byte) (before int, frames []byte) {
	spoken := s.frames.spoken()
	frames = s.frames.afterPreface(b)
	if !spoken && s.frames.spoken() {
		s.places.speaksHTTP2(s.place)
		s.greeting.arrive() // GOAWAY tells its client which requests to send again
	}
	return len(b) - len(frames), frames
}

// decrypted is what a connection of HTTP/1 reads and writes.
type decrypted struct{ s *secure }

func (d decrypted) Read(b []byte) (int, error)  { return d.s.receive(b) }
func (d decrypted) Write(b []byte) (int, error) { return d.s.Conn.Write(b) }

// greet makes the handshake, once. Its deadline is that of the connection.
func (s *secure) greet() error {
	if s.greeting.over.Load() {
		return nil
	}
	defer s.greeting.turn.end()
	if err := s.Conn.(*tls.Conn).HandshakeContext(context.Background()); err != nil {
		s.fail()
		return err
	}
	s.greeting.left = maxBetween
	s.greeting.over.Store(true)
	return nil
}

// fail counts a handshake that came to no good end, once: net/http reads again.
func (s *secure) fail() { s.failed.Do(func() { s.places.count(CauseGreeting) }) }

func (s *secure) Write(b []byte) (int, error) { return s.voice.say(b, s.send) }

// send tells the frames what was answered: it pays for what comes.
func (s *secure) send(b []byte) (int, error) {
	n, err := s.Conn.Write(b)
	s.frames.sent(b[:n])
	return n, err
}

// speaks reports whether the client may be told why its connection ends, and ready whether it may be told now; words
// are what it is told.
func (s *secure) speaks() bool { return s.frames.spoken() || s.voice.asked.Load() }

func (s *secure) ready() bool { return !s.frames.spoken() || s.frames.leave() }

func (s *secure) words(cause string) []byte {
	if s.frames.spoken() {
		return s.frames.goAway(endings[cause])
	}
	return s.voice.unavailable(cause)
}

func (s *secure) begin() bool { return s.greeting.begin() }
func (s *secure) end()        { s.greeting.end() }

// SetIdle says whether there is work for the connection.
func (s *secure) SetIdle(idle bool) { s.places.setIdle(s.place, idle) }

// Holds says how many bytes whoever has taken the connection over keeps for it, beside what every such connection holds.
func (s *secure) Holds(bytes int) { s.places.weigh(s.place, worthTLS+bytes) }

// Close ends it, behind the last words; net/http does so once.
func (s *secure) Close() error {
	s.voice.last.Lock()
	defer s.voice.last.Unlock()
	s.frames.unread.end()
	return s.Conn.Close()
}

// CloseWrite ends the answer; net/http does so before it closes.
func (s *secure) CloseWrite() error { return s.Conn.(*tls.Conn).CloseWrite() }

// secured is a listener whose connections speak TLS.
type secured struct {
	*seats

	cfg   *tls.Config
	price FramePrice
}

// Accept does not wait for the handshake: it is part of the first read.
func (l *secured) Accept() (net.Conn, error) {
	c, err := l.seats.Accept()
	if err != nil {
		return nil, err
	}
	return newSecure(c.(*conn), l.cfg, l.price), nil
}
