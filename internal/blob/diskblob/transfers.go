package diskblob

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// transfer is an up- or download whose deadline moves on with its bytes.
type transfer struct {
	clock func() time.Time
	due   func(time.Time) error // the deadline of what it waits for: its client
	start time.Time
	moved int64 // bytes that came or went; only who copies them knows

	mu       sync.Mutex
	replaced bool
}

// errReplaced: another upload of the same object began.
var errReplaced = errors.New("diskblob: another upload took its place")

func (o *Objetos) newTransfer(due func(time.Time) error) *transfer {
	return &transfer{clock: o.cfg.Clock, due: due, start: o.cfg.Clock()}
}

// extend gives the next bytes their time; an error if there is none any more.
func (t *transfer) extend(until time.Time) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.replaced {
		return errReplaced
	}
	_ = t.due(until) // a test recorder has no deadlines
	return nil
}

// replace ends the transfer soon.
func (t *transfer) replace() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.replaced = true
	_ = t.due(t.clock())
}

func (t *transfer) wasReplaced() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.replaced
}

// begin takes a place for a transfer: each holds a file open. Call leave at its end. If there is
// no place, it has answered. Whose place it is the signature says.
func (h handler) begin(w http.ResponseWriter, r *http.Request) (leave func(), busy bool) {
	leave, full := h.Enter(r.Context(), r.PathValue("carpeta"))
	if full == nil {
		return leave, false
	}
	// It is no failure of ours, and no line of the log: a flood of requests must not become one of lines.
	w.Header().Set("Retry-After", strconv.Itoa(int(full.Espera.Seconds())))
	answerFault(w, r, full.Code.Info().Status, full)
	return nil, true
}

// outgoing reads a file that is being sent. Each read comes when the bytes before were taken, and
// gives the next ones their time. So a client that takes no more holds its place for
// seconds, however long the file is.
type outgoing struct {
	io.ReadSeeker
	*transfer
}

func (p outgoing) Read(b []byte) (int, error) {
	soon, all := p.clock().Add(baseTimeout), p.start.Add(timeoutFor(p.moved))
	if all.Before(soon) {
		soon = all
	}
	if err := p.extend(soon); err != nil {
		return 0, err
	}
	n, err := p.ReadSeeker.Read(b)
	p.moved += int64(n)
	return n, err
}
