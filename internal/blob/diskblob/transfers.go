package diskblob

import (
	"io"
	"net/http"
	"strconv"
	"time"
)

// begin takes a place for a transfer: each holds a file open. Call leave at its end. If there is
// no place, it has answered. Whose place it is the signature says.
func (o *Objetos) begin(w http.ResponseWriter, r *http.Request) (leave func(), busy bool) {
	leave, full := o.cfg.Enter(r.Context(), r.PathValue("carpeta"))
	if full == nil {
		return leave, false
	}
	// It is no failure of ours, and no line of the log: a flood of requests must not become
	// one of lines.
	w.Header().Set("Retry-After", strconv.Itoa(int(full.Espera.Seconds())))
	answerFault(w, full.Code.Info().Status, full.Code, full.Mensaje)
	return nil, true
}

// paced reads a file that is being sent. Each read comes when the bytes before were taken, and
// gives the next ones their time. So a client that takes no more holds its place for
// seconds, however long the file is.
type paced struct {
	io.ReadSeeker

	clock func() time.Time
	due   func(time.Time) error
	start time.Time
	sent  int64
}

func (o *Objetos) paced(w http.ResponseWriter, from io.ReadSeeker) *paced {
	return &paced{from, o.cfg.Clock, http.NewResponseController(w).SetWriteDeadline, o.cfg.Clock(), 0}
}

func (p *paced) Read(b []byte) (int, error) {
	soon, all := p.clock().Add(baseTimeout), p.start.Add(timeoutFor(p.sent))
	if all.Before(soon) {
		soon = all
	}
	_ = p.due(soon) // a test recorder has no deadlines
	n, err := p.ReadSeeker.Read(b)
	p.sent += int64(n)
	return n, err
}
