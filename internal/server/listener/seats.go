package listener

import (
	"context"
	"errors"
	"net"
	"syscall"
)

// seats is a listener that takes no more connections than there are places.
type seats struct {
	*net.TCPListener

	places     *places
	silent     *silent
	handshakes *handshakes // nil without TLS
	client     func(remote net.Addr) string
	unsent     int
}

// Accept waits for a connection that finds a place, and speaks.
func (l *seats) Accept() (net.Conn, error) {
	l.silent.begin.Do(func() { go l.silent.take(l.seat) })
	c, err := l.silent.next()
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Close accepts nobody new, and returns when those that have spoken have brought a request, also if they waited for their
// turn. All others end. It may be called again.
func (l *seats) Close() error {
	err := l.TCPListener.Close()
	l.places.crowding.Close()
	l.silent.finish()
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// seat waits for a connection that finds a place.
func (l *seats) seat() (*conn, error) {
	for {
		tcp, err := l.AcceptTCP()
		if err != nil {
			if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
				l.places.makeRoom() // net/http waits a little, and tries again
			}
			return nil, err
		}
		c, client := &conn{TCPConn: tcp, places: l.places, before: l.silent}, l.client(tcp.RemoteAddr())
		c.open, c.gone = context.WithCancel(context.Background())
		if l.handshakes != nil {
			c.turn = l.handshakes.turn(c.open, client)
		}
		c.place = l.places.placeFor(client, c.dismiss) // before others see it: they may push it out at once
		if !l.places.take(c.place) {
			_ = tcp.Close()
			continue
		}
		l.places.weigh(c.place, worthSilent)
		if l.unsent > 0 {
			_ = tcp.SetWriteBuffer(l.unsent) // the connection may be gone already: the next read will find out
		}
		return c, nil
	}
}
