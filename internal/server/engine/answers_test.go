package engine

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
)

// TestSharedAnswersAreCountedInBytes: however many there are and however long, they take a small part of what all
// subscriptions keep, and give it back.
func TestSharedAnswersAreCountedInBytes(t *testing.T) {
	const all, length = 1 << 20, 40 << 10
	const part = all / answersPart
	e := newEngine(limits.Limits{KeptAllKiB: all >> 10})
	one, other := &question{}, &question{}
	fill := func(q *question, n int) (last answerKey) {
		for range n {
			last = answerKey{q, new(int)}
			e.answers.put(last, &Answer{JSON: make([]byte, length)})
		}
		return last
	}
	kept := func(when string, most int) {
		t.Helper()
		if n := e.cfg.Budget.Kept(); n > most || n != e.answers.size || (n == 0) != (e.answers.kept.Len() == 0) {
			t.Errorf("%s: %d bytes are counted, %d are kept in %d answers, want at most %d", when, n, e.answers.size, e.answers.kept.Len(), most)
		}
	}
	fill(one, 1000)
	last := fill(other, 1)
	kept("many", part)
	if _, ok := e.answers.get(last); !ok {
		t.Error("the newest is not kept")
	}
	e.answers.put(answerKey{one, new(int)}, &Answer{JSON: make([]byte, longestAnswer)})
	if _, ok := e.answers.get(last); !ok {
		t.Error("one that is too long is kept, and others went")
	}
	e.answers.put(last, &Answer{JSON: make([]byte, length)}) // two came at once
	e.answers.put(answerKey{one, new(int)}, &Answer{failed: true})
	e.answers.forget(one)
	kept("a question that nobody asks any more", length+answerBytes)
	e.answers.forget(other)
	kept("both of them", 0)
	fill(one, 1000)
	held, full := e.cfg.Budget.KeepShared(all)
	if full != nil {
		t.Fatal("a subscription is refused for answers that are kept to save work:", full)
	}
	if n := e.answers.kept.Len(); n != 0 {
		t.Errorf("%d answers are kept", n)
	}
	fill(one, 10)
	if n := e.cfg.Budget.Kept(); n != all {
		t.Errorf("%d bytes are kept", n)
	}
	held.Release()
	fill(one, 10)
	kept("with room again", part)
}
