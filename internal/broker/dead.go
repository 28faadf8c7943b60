package broker

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"slices"
	"time"
)

// DeadLetter is a message that was given up, as it lies in its dead-letter queue.
type DeadLetter struct {
	ID      string    // names this copy, the same at every look; opaque
	Queue   string    // the dead-letter queue
	Reason  string    // code of the failure, or the broker's own reason: DELIVERY_LIMIT, REJECTED; may be empty
	DiedAt  time.Time // zero if nobody wrote it down
	Message Message   // as far as it can be read
	Legible bool      // false: not a message of ours; it cannot be sent again
}

// MaxPeek is how many dead letters of a queue can be looked at: a look takes them in hand, and puts them back.
const MaxPeek = 10_000

// DeadLetterOffice is where an operator finds dead letters and sends them again.
// Dropping them is not offered.
type DeadLetterOffice interface {
	// PeekDead lists the oldest messages of a dead-letter queue, at most max (1 to
	// MaxPeek), by the time they died, and leaves them in place; behind is how many others the
	// queue counts. One looks at a time, in all processes; the others wait, within
	// ctx. NOT_FOUND for a queue that DeadLetterQueues does not name.
	PeekDead(ctx context.Context, dlq string, max int) (dead []DeadLetter, behind int, err error)
	// Redrive sends copies of the messages with these ids, with Intento 1, to the
	// work queue that they came from, and takes each away once its copy is confirmed
	// and routed: a message may be sent twice, but is never lost. It returns the ids
	// that were done; those that are not among the oldest MaxPeek, or illegible, are
	// left out. NOT_FOUND for a queue without a work queue. The first failure ends it.
	Redrive(ctx context.Context, dlq string, ids []string) (done []string, err error)
}

// QueueOfDead is the work queue whose dead letters a queue holds.
func QueueOfDead(dlq string) (Queue, bool) {
	i := slices.IndexFunc(Queues, func(q Queue) bool { return q.DLQ == dlq })
	if i < 0 {
		return Queue{}, false
	}
	return Queues[i], true
}

// DeadID makes the id of a dead letter from whatever tells it from others. It is of
// letters and digits: people give it to commands, to which "-x" is a flag.
func DeadID(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(p))
		h.Write([]byte{0})
	}
	return base32.StdEncoding.EncodeToString(h.Sum(nil)[:15]) // without padding: 15 bytes are 24 characters
}
