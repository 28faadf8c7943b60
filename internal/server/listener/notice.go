package listener

import (
	"log/slog"
	"sync"
	"time"
)

// noticeEvery is the least time between two lines about connections: a flood must not
// become a flood of the log.
const noticeEvery = 10 * time.Second

// notice says in the log that connections are refused or ended. It names no address:
// the log has no personal data.
type notice struct {
	log   *slog.Logger
	clock func() time.Time

	mu   sync.Mutex
	next time.Time
	n    map[string]int // since the last line, by cause
}

func newNotice(log *slog.Logger, clock func() time.Time) *notice {
	return &notice{log: log, clock: clock, n: map[string]int{}}
}

func (n *notice) refused(cause string) { n.count("refused_", cause) }
func (n *notice) ended(cause string)   { n.count("ended_", cause) }

func (n *notice) count(what, cause string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.n[what+cause]++
	now := n.clock()
	if now.Before(n.next) {
		return
	}
	n.next = now.Add(noticeEvery)
	var attrs []any
	for key, times := range n.n {
		attrs = append(attrs, key, times)
	}
	clear(n.n)
	n.log.Warn("connections refused or ended: see the runbook, CarpetaConexionesRechazadas", attrs...)
}
