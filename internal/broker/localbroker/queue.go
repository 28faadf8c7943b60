package localbroker

import (
	"strconv"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// queue is a work queue with its dead letters. The broker's lock guards it.
type queue struct {
	broker.Queue
	waiting  []broker.Message
	retrying int                 // messages that come back later
	ready    chan struct{}       // holds a token while something waits; each taker passes it on
	dead     []broker.DeadLetter // the latest
	deaths   int                 // all that nobody took back
	number   int                 // of the last one
}

func newQueue(q broker.Queue) *queue {
	return &queue{Queue: q, ready: make(chan struct{}, 1)}
}

// full reports whether the queue takes no other message. One that comes back from its
// handler or its retry always has its place: at most a prefetch of them is too many.
func (q *queue) full(most int) bool { return len(q.waiting)+q.retrying >= most }

func (q *queue) push(m broker.Message) {
	q.waiting = append(q.waiting, m)
	q.signal()
}

// pushFront returns a message that was taken and not dealt with.
func (q *queue) pushFront(m broker.Message) {
	q.waiting = append([]broker.Message{m}, q.waiting...)
	q.signal()
}

func (q *queue) pop() (broker.Message, bool) {
	if len(q.waiting) == 0 {
		return broker.Message{}, false
	}
	m := q.waiting[0]
	q.waiting[0] = broker.Message{} // not to be kept alive by the slice
	q.waiting = q.waiting[1:]
	q.signal()
	return m, true
}

func (q *queue) signal() {
	if len(q.waiting) == 0 {
		return
	}
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

func (q *queue) bury(m broker.Message, reason string, now time.Time, keep int) {
	q.deaths++
	q.number++
	q.dead = append(q.dead, broker.DeadLetter{
		ID: broker.DeadID(q.DLQ, m.ID, strconv.Itoa(q.number)), Queue: q.DLQ, Reason: reason, DiedAt: now.UTC(), Message: m, Legible: true,
	})
	if len(q.dead) > keep {
		q.dead[0] = broker.DeadLetter{}
		q.dead = q.dead[1:]
	}
}
