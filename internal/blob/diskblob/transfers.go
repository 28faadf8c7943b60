package diskblob

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Transfer is an up- or download, as those see it who share places out.
type Transfer struct {
	clock func() time.Time
	due   func(time.Time) error // the deadline of what it waits for: its client
	ahead int64                 // bytes that may come before anybody reads them
	last  func()                // for Last
	moved atomic.Int64

	mu    sync.Mutex
	ended bool
}

// errMadeRoom: the place of a transfer was needed for another one.
var errMadeRoom = errors.New("diskblob: a slow transfer made room")

func (o *Objetos) newTransfer(w http.ResponseWriter, r *http.Request) *Transfer {
	rc, last := http.NewResponseController(w), func() { w.Header().Set("Connection", "close") }
	if r.Method != http.MethodPut {
		return &Transfer{clock: o.cfg.Clock, due: rc.SetWriteDeadline, last: last}
	}
	t := &Transfer{clock: o.cfg.Clock, due: rc.SetReadDeadline, last: last}
	if r.ProtoMajor == 2 { // of HTTP/1 they stay with the system
		t.ahead = max(r.ContentLength, 0)
	}
	return t
}

// Ahead is how many bytes of an upload may come before it has a place; net/http keeps them.
func (t *Transfer) Ahead() int64 { return t.ahead }

// Moved is how many bytes came or went so far.
func (t *Transfer) Moved() int64 { return t.moved.Load() }

// Last makes its answer the last of its connection, over HTTP/2 too. It is for one that has not begun.
func (t *Transfer) Last() { t.last() }

// End makes it give up its place soon.
func (t *Transfer) End() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	_ = t.due(t.clock())
}

// extend gives the next bytes their time; an error if there is none any more.
func (t *Transfer) extend(until time.Time) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return errMadeRoom
	}
	_ = t.due(until) // a test recorder has no deadlines
	return nil
}

func (t *Transfer) wasEnded() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ended
}

// begin takes a place for a transfer: each holds a file open. Call leave at its end. If there is
// no place, it has answered. Whose place it is the signature says.
func (o *Objetos) begin(w http.ResponseWriter, r *http.Request) (t *Transfer, leave func(), busy bool) {
	t = o.newTransfer(w, r)
	leave, full := o.cfg.Enter(r.Context(), r.PathValue("carpeta"), t)
	if full == nil {
		return t, leave, false
	}
	comeBack(w, full)
	return nil, nil, true
}

// comeBack says when there may be a place. It is no failure of ours, and no line of the log: a flood
// of requests must not become one of lines.
func comeBack(w http.ResponseWriter, full *fault.Error) {
	w.Header().Set("Retry-After", strconv.Itoa(int(full.Espera.Seconds())))
	answerFault(w, full.Code.Info().Status, full.Code, full.Mensaje)
}

// paced reads a file that is being sent. Each read comes when the bytes before were taken, and
// gives the next ones their time. So a client that takes no more holds its place for
// seconds, however long the file is.
type paced struct {
	io.ReadSeeker

	transfer *Transfer
	start    time.Time
}

func (o *Objetos) paced(t *Transfer, from io.ReadSeeker) *paced {
	return &paced{from, t, o.cfg.Clock()}
}

func (p *paced) Read(b []byte) (int, error) {
	t := p.transfer
	soon, all := t.clock().Add(baseTimeout), p.start.Add(timeoutFor(t.Moved()))
	if all.Before(soon) {
		soon = all
	}
	if err := t.extend(soon); err != nil {
		return 0, err
	}
	n, err := p.ReadSeeker.Read(b)
	t.moved.Add(int64(n))
	return n, err
}
