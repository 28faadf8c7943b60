package outbox

import (
	"slices"
	"sync/atomic"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// lane is the way of the messages to one work queue, or of those that none takes. A
// queue that does not answer holds up its own lane and no other.
type lane struct {
	broker.Queue
	queue chan broker.Message // the waiting messages
	stuck atomic.Bool         // the last message was not confirmed
}

type lanes []*lane

// newLanes makes one per work queue; the last one is for all other messages.
func newLanes(size int) (ls lanes) {
	for _, q := range append(slices.Clone(broker.Queues), broker.Queue{}) {
		ls = append(ls, &lane{Queue: q, queue: make(chan broker.Message, size)})
	}
	return ls
}

func (ls lanes) of(key string) *lane {
	for _, l := range ls {
		if l.Takes(key) {
			return l
		}
	}
	return ls[len(ls)-1]
}
