package engine

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
)

// answers keeps the answers to an event, for all subscribers that ask the same of it: ten
// thousand subscribers of one deletion cost one execution. They are counted with what subscriptions keep, have a small
// part of it, and are given up before a subscription is refused.
type answers struct {
	budget *budget.Budget
	most   int // bytes

	mu   sync.Mutex
	kept *simplelru.LRU[answerKey, keptAnswer]
	size int
}

// Answer is a response to an event, encoded once for all who get it.
type Answer struct {
	JSON []byte
	HasData bool // there is data: no error turned the event into null

	failed bool
}

type keptAnswer struct {
	*Answer

	held quota.Reservation
	size int
}

// answerKey: all who send the same text share a question, and followers of one deletion
// share their knowledge of it, so the same pointers mean the same question about the
// same thing.
type answerKey struct {
	question *question
	event    any // a pointer
}

// maxAnswers are those of the newest events.
const maxAnswers = 256

// Bytes of an answer that is kept.
const (
	answerBytes   = 4 << 10  // beside its text: the event, which nobody else may keep any more
	longestAnswer = 64 << 10 // a longer one is made for each subscriber
)

// answersPart of what all subscriptions keep may be answers.
const answersPart = 8

func newAnswers(b *budget.Budget, keptAll int) *answers {
	c := &answers{budget: b, most: keptAll / answersPart}
	c.kept, _ = simplelru.NewLRU(maxAnswers, func(_ answerKey, a keptAnswer) { // fails for a size of 0 only
		c.size -= a.size
		a.held.Release()
	})
	b.OnFull(c.giveUp)
	return c
}

func (c *answers) get(k answerKey) (*Answer, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a, ok := c.kept.Get(k)
	return a.Answer, ok
}

// put keeps a whole answer, if there is room for it; nobody may change it any more.
func (c *answers) put(k answerKey, a *Answer) {
	size := answerBytes + cap(a.JSON)
	if a.failed || size > min(longestAnswer, c.most/2) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept.Contains(k) {
		return // two came at once
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

// forget drops the answers to a question that nobody asks any more.
func (c *answers) forget(q *question) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, k := range c.kept.Keys() {
		if k.question == q {
			c.kept.Remove(k)
		}
	}
}

// giveUp drops all of them.
func (c *answers) giveUp() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept.Purge()
}
