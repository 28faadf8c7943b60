package socket

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"
)

// atFirst are the bytes of a message that are kept before it is known how many come, and of one without room at all.
const firstBytes = 1 << 10

var errCloses = errors.New("socket: somebody closes it")

// read returns the next text message, or its beginning if there was no room for it. The library answers pings and
// closes meanwhile.
func (s *socket) read() ([]byte, error) {
	kind, r, err := s.conn.Reader(context.Background())
	if err != nil {
		return nil, err
	}
	s.reading.Lock()
	defer s.reading.Unlock()
	switch {
	case s.metered.closing.Load():
		return nil, errCloses
	case kind != websocket.MessageText:
		return nil, &invalidMessage
	}
	return s.readText(r)
}

// text reads a message. Its bytes are counted before they are kept, and have a time to come in; text that can never
// become UTF-8 ends the socket at once (RFC 6455 §8.1), not when all of it was sent.
func (s *socket) readText(r io.Reader) (readText []byte, err error) {
	began, came, checked := s.Clock(), 0, 0
	defer func() { _ = s.metered.SetReadDeadline(time.Time{}) }() // silence between messages is no fault
	for {
		readText = s.growBuffer(readText)
		into := readText[len(readText):cap(readText)]
		if s.full != nil {
			into = make([]byte, firstBytes) // it is thrown away
		}
		due := s.Limits.ReadGrace + time.Duration(came)*time.Second/time.Duration(max(s.Limits.ReadRate, 1))
		_ = s.metered.SetReadDeadline(began.Add(due)) // a closed one fails below
		n, err := s.readAvailable(r, into)
		came += n
		s.metered.payload.Add(int64(n))
		if s.full == nil {
			readText = readText[:len(readText)+n]
			good, ok := validPrefix(readText[checked:])
			if checked += good; !ok || errors.Is(err, io.EOF) && checked < len(readText) {
				return nil, &notUTF8
			}
		}
		if errors.Is(err, io.EOF) {
			return readText, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// some reads what has come of a message, at least a byte, and waits for no more. The library would wait until the
// buffer that it gets is full.
func (s *socket) readAvailable(r io.Reader, into []byte) (n int, err error) {
	if n, err = r.Read(into[:1]); n == 0 || err != nil {
		return n, err
	}
	more, err := 0, error(nil)
	if there := min(s.in.Buffered(), len(into)-1); there > 0 {
		more, err = r.Read(into[1 : 1+there])
	}
	return n + more, err
}

// room makes room for more of a message, if none is left. Without room in the budget the rest of the message is
// thrown away, and its beginning tells which one it was.
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

// whole is how many bytes of a text are whole characters. A last one of which the end is missing is no fault yet.
func validPrefix(text []byte) (bytes int, ok bool) {
	if utf8.Valid(text) { // fast
		return len(text), true
	}
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		switch {
		case r != utf8.RuneError || size > 1:
			at += size
		case utf8.FullRune(text[at:]):
			return at, false
		default:
			return at, true
		}
	}
	return len(text), true
}
