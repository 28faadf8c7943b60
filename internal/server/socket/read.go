package socket

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"

	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
)

// run serves the socket until its end.
func (s *socket) run() {
	s.Metrics.SocketsOpen(1)
	if !strings.EqualFold(s.conn.Subprotocol(), subprotocol) {
		s.close(badSubprotocol)
		s.end()
		return
	}
	s.startTimer(&s.deadlineTimer, s.Limits.Init, func() { s.close(initTimeout) })
	s.startTimer(&s.pingTimer, s.Limits.Ping, s.ping)
	s.readNext()
}

// readNext reads and handles a message. A new goroutine reads the next one, because handling makes the stack of a goroutine
// grow, and an idle socket would keep the large stack.
func (s *socket) readNext() {
	if s.handleNext() {
		go s.readNext()
		return
	}
	s.end()
}

// handleNext reads and handles a message; false at the end of the socket.
func (s *socket) handleNext() (goesOn bool) {
	defer func() {
		if v := recover(); v != nil {
			_ = s.Presenter.Recovered(s.who, v) // which logs it
			s.close(internalServerFail)
		}
	}()
	defer s.releaseIncoming()
	data, err := s.read()
	s.busy.Store(true)
	defer s.busy.Store(false)
	var wrong *closing
	switch {
	case err != nil:
		wrong = closingOf(err)
	case s.full != nil:
		wrong = s.receiveTruncated(data)
	default:
		wrong = s.receive(data)
	}
	if wrong == nil {
		return true
	}
	if wrong.isFaultOfClient() {
		s.Budget.ChargeRefusal(s.who, budget.Socket, len(data))
	}
	s.close(*wrong)
	return false
}

// firstBytes is the size of a message's first buffer, and what is kept of a message for which there is no room.
const firstBytes = 1 << 10

var errClosing = errors.New("socket: it is being closed")

// read returns the next text message, or its beginning if there was no room for it. Meanwhile the library answers pings and
// close frames.
func (s *socket) read() ([]byte, error) {
	kind, r, err := s.conn.Reader(context.Background())
	if err != nil {
		return nil, err
	}
	s.reading.Lock()
	defer s.reading.Unlock()
	switch {
	case s.metered.closing.Load():
		return nil, errClosing
	case kind != websocket.MessageText:
		return nil, &invalidMessage
	}
	return s.readText(r)
}

// readText reads a message. Its bytes are counted before they are kept, and must arrive at a least speed. Text that is not
// UTF-8 ends the socket (RFC 6455 §8.1).
func (s *socket) readText(r io.Reader) (text []byte, err error) {
	began, received := s.Clock(), 0
	defer func() { _ = s.metered.SetReadDeadline(time.Time{}) }() // a client may be silent between two messages
	for {
		text = s.growBuffer(text)
		into := text[len(text):cap(text)]
		if s.full != nil {
			into = make([]byte, firstBytes) // what is read here is dropped
		}
		due := s.Limits.ReadGrace + time.Duration(received)*time.Second/time.Duration(max(s.Limits.ReadRate, 1))
		_ = s.metered.SetReadDeadline(began.Add(due)) // a closed connection fails below
		n, err := s.readAvailable(r, into)
		received += n
		s.metered.payload.Add(int64(n))
		if s.full == nil {
			text = text[:len(text)+n]
		}
		switch {
		case errors.Is(err, io.EOF) && s.full == nil && !utf8.Valid(text):
			return nil, &notUTF8
		case errors.Is(err, io.EOF):
			return text, nil
		case err != nil:
			return nil, err
		}
	}
}

// readAvailable waits for a byte of a message, and reads what has arrived with it. The library alone would wait until its
// buffer is full.
func (s *socket) readAvailable(r io.Reader, into []byte) (n int, err error) {
	if n, err = r.Read(into[:1]); n == 0 || err != nil {
		return n, err
	}
	more, err := 0, error(nil)
	if buffered := min(s.in.Buffered(), len(into)-1); buffered > 0 {
		more, err = r.Read(into[1 : 1+buffered])
	}
	return n + more, err
}

// growBuffer makes room for more of a message, if none is left. Without room in the budget the rest of the message is
// dropped, and its beginning tells the id to answer under.
func (s *socket) growBuffer(text []byte) []byte {
	if len(text) < cap(text) || s.full != nil {
		return text
	}
	size := max(2*cap(text), firstBytes)
	if s.incoming == nil {
		s.incoming = s.Budget.Receive(&s.free)
	}
	if full := s.incoming.Grow(s.who, size-cap(text)); full != nil {
		s.releaseIncoming()
		s.full = full
		return bytes.Clone(text[:min(len(text), firstBytes)])
	}
	return append(make([]byte, 0, size), text...)
}

// releaseIncoming releases the count of a message, unless it was taken.
func (s *socket) releaseIncoming() {
	s.full = nil
	if taken := s.takeIncoming(); taken != nil {
		taken.Release()
	}
}

// prepaidFrames are the frames that a socket pays for at once. Its first ones are free: sockets that come back all at once
// from one address must not look like a flood, and each has paid for its handshake.
const prepaidFrames = 16

// pay takes the price of frames from the budget of the socket's subject.
func (s *socket) pay(frames int) error {
	s.prepaid -= frames
	if s.prepaid >= 0 {
		return nil
	}
	due := max(-s.prepaid, prepaidFrames)
	if !s.Budget.Message(s.who, due) {
		return &tooManyMessages
	}
	s.prepaid += due
	return nil
}
