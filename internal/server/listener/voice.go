package listener

import (
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// lastWords is how long they may take: a client that lets nothing come hears none. Tests have more patience.
var lastWords = time.Second

// voice is what this server says on a connection: one part after the other, and nothing behind the last words.
type voice struct {
	asked atomic.Bool // of HTTP/1: the header of a request is whole, and nothing of its answer was sent

	mu    sync.Mutex // of who writes
	over  bool       // the last words were said, or given up
	wrote *sync.Cond // a part was sent; nil: nobody waits for it

	last sync.Mutex // of who says the last words, or closes the connection
}

// mouth is how the last words leave.
type mouth struct {
	speaks func() bool               // there may be something to say
	ready  func() bool               // it may be said now: nobody writes meanwhile
	words  func(cause string) []byte // nil: nothing
	write  func(b []byte) (int, error)
}

// goOn is no answer yet.
const goOn = "HTTP/1.1 100 Continue\r\n\r\n"

// say sends a part.
func (v *voice) say(b []byte, send func([]byte) (int, error)) (int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.over {
		return 0, net.ErrClosed
	}
	if string(b) != goOn {
		v.asked.Store(false)
	}
	n, err := send(b)
	if v.wrote != nil {
		v.wrote.Signal()
	}
	return n, err
}

// conclude ends a connection, and tells its client why where it can be heard. It does not wait: who was pushed out may
// not hold up whoever came.
func (v *voice) conclude(m mouth, cause string, cut func()) {
	if !m.speaks() || cause == CauseSlow && v.stuck() || !v.last.TryLock() {
		cut()
		return
	}
	go func() {
		defer v.last.Unlock()
		defer cut()
		defer time.AfterFunc(lastWords, func() { v.giveUp(cut) }).Stop()
		v.mu.Lock()
		defer v.mu.Unlock()
		v.wrote = sync.NewCond(&v.mu)
		for !m.ready() && !v.over {
			v.wrote.Wait()
		}
		if !v.over {
			v.over = true
			_, _ = m.write(m.words(cause)) // who does not hear them finds the connection closed
		}
	}()
}

// giveUp cuts a connection whose client did not let the last words come.
func (v *voice) giveUp(cut func()) {
	cut() // whoever writes ends
	v.mu.Lock()
	defer v.mu.Unlock()
	v.over = true
	if v.wrote != nil {
		v.wrote.Signal()
	}
}

// heard returns when the last words were said, if they are being said.
func (v *voice) heard() {
	v.last.Lock()
	defer v.last.Unlock()
}

// stuck reports whether something is being sent. If the client holds that up, the last words would wait behind it.
func (v *voice) stuck() bool {
	if !v.mu.TryLock() {
		return true
	}
	v.mu.Unlock()
	return false
}

// ending is what a client is told.
type ending struct {
	code uint32 // of GOAWAY
	why  string
}

// The codes of GOAWAY (RFC 9113 §7).
const (
	noError         = 0x0
	enhanceYourCalm = 0xb
)

// endings are told by cause: to make room is nobody's fault.
var endings = map[string]ending{
	CauseIdle:    {noError, "this connection was idle, and another one needed its place: connect again"},
	CauseSlow:    {noError, "this connection waited for its client, and another one needed its place: connect again"},
	CauseFrames:  {enhanceYourCalm, "too many frames, or records of TLS, that bring nothing: send fewer"},
	CauseStreams: {enhanceYourCalm, "the requests of this connection hold too much: send fewer at a time, with shorter headers"},
}

// unavailable is the answer to a request of HTTP/1 that has none yet.
func (v *voice) unavailable(cause string) []byte {
	if !v.asked.Load() {
		return nil
	}
	text := "503 Service Unavailable: " + endings[cause].why + "\n"
	return fmt.Appendf(nil, "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: %d\r\n"+
		"Retry-After: 1\r\nConnection: close\r\n\r\n%s", len(text), text)
}
