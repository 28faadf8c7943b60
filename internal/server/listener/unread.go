package listener

import (
	"sync"
	"sync/atomic"
	"time"
)

// bodies is what came of bodies over HTTP/2, and no handler has read, in bytes. net/http keeps it.
type bodies struct {
	most int64 // 0: any number
	n    atomic.Int64
}

// unread is the same of one connection. net/http tells what was read: it lets the client send so much more.
type unread struct {
	all  *bodies
	gone func() bool   // the connection is closed
	some chan struct{} // something was read

	mu   sync.Mutex
	n    int64
	over bool
}

// freeBody of it is not counted. Of what was read net/http tells some 4 KiB later.
const freeBody = 16 << 10

// lookAgain is how soon a connection that waits for others looks again.
const lookAgain = 20 * time.Millisecond

// came says that a body goes on.
func (u *unread) came(n int) { u.add(int64(n)) }

// read says that the client may send so much instead. At first it is the window.
func (u *unread) read(n int) {
	u.add(-int64(n))
	select {
	case u.some <- struct{}{}:
	default:
	}
}

func (u *unread) add(more int64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if !u.over {
		u.set(max(u.n+more, 0))
	}
}

// set counts what there is now; the caller holds the lock.
func (u *unread) set(n int64) {
	u.all.n.Add(max(n-freeBody, 0) - max(u.n-freeBody, 0))
	u.n = n
}

// end says that nothing of it is left, nor will be.
func (u *unread) end() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.set(0)
	u.over = true
}

// wait returns when more may be read of the connection. Until then it stays with the system, or with the client.
func (u *unread) wait() {
	for u.all.most > 0 && u.all.n.Load() > u.all.most && u.counted() && !u.gone() {
		select {
		case <-u.some:
		case <-time.After(lookAgain):
		}
	}
}

// counted reports whether some of it is this connection's.
func (u *unread) counted() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.n > freeBody
}
