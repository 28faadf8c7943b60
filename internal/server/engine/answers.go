package engine

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
)

// answers is a cache of answers to events, for all subscribers that ask the same: ten thousand subscribers of one deletion
// cost one execution. It has a small part of the memory of subscriptions, and is emptied before a subscription is refused.
type answers struct {
	budget *budget.Budget
	most   int // bytes

	mu   sync.Mutex
	kept *simplelru.LRU[answerKey, keptAnswer]
	size int
}

// Answer is a response to an event, encoded once for all who get it.
type Answer struct {
	JSON    []byte
	HasData bool // there is data: no error turned the event into null

	failed bool
}

type keptAnswer struct {
	*Answer

	held quota.Reservation
	size int
}

// answerKey identifies an answer by pointers: clients that send the same text share a question, and followers of one deletion
// share its events.
type answerKey struct {
	question *question
	event    any // a pointer
}

const (
	maxAnswers    = 256      // the least recently used one is evicted
	answerBytes   = 4 << 10  // of memory beside the text: the event, which nothing else may keep any more
	longestAnswer = 64 << 10 // a longer one is made for each subscriber
	answersPart   = 8        // of the memory of all subscriptions an eighth may be answers
)

func newAnswers(b *budget.Budget, keptAll int) *answers {
	c := &answers{budget: b, most: keptAll / answersPart}
	c.kept, _ = simplelru.NewLRU(maxAnswers, func(_ answerKey, a keptAnswer) { // fails for a size of 0 only
		c.size -= a.size
		a.held.Release()
	})
	b.OnFull(c.clear)
	return c
}

func (c *answers) get(k answerKey) (*Answer, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a, ok := c.kept.Get(k)
	return a.Answer, ok
}

// put keeps an answer, if there is room for it; it must not change any more.
func (c *answers) put(k answerKey, a *Answer) {
	size := answerBytes + cap(a.JSON)
	if a.failed || size > min(longestAnswer, c.most/2) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept.Contains(k) {
		return // two subscribers made it at once
	}
	for c.size+size > c.most {
		c.kept.RemoveOldest()
	}
	held, room := c.budget.KeepCached(size)
	for !room && c.kept.Len() > 0 {
		c.kept.RemoveOldest()
		held, room = c.budget.KeepCached(size)
	}
	if room {
		c.size += size
		c.kept.Add(k, keptAnswer{a, held, size})
	}
}

// forget drops the answers to a question that has no subscriber any more.
func (c *answers) forget(q *question) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, k := range c.kept.Keys() {
		if k.question == q {
			c.kept.Remove(k)
		}
	}
}

func (c *answers) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept.Purge()
}
