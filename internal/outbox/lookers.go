package outbox

import (
	"crypto/sha256"
	"encoding/binary"
	"sync"
	"time"
)

// lookers divides the operadores at rest among the processes that look for what is due. Each operador ranks the
// processes in an order of its own, which all of them can work out; the first one in it of which signs of life are
// heard is in charge. Nothing is agreed on and nothing is stored.
//
// Why nobody is left alone: take the first one, in an operador's order, of the processes that live and look. It
// yields only to one before it, which does not live. Of that one it hears nothing new, and forgets it after the
// silence. Signs that are lost make more processes look, never fewer. A sign that was said longer ago than the silence
// counts for nothing, so what a broker kept for long brings nobody back to life: only here two clocks are compared.
type lookers struct {
	own     string
	silence time.Duration // a process whose last sign of life is so old is gone

	mu    sync.Mutex
	signs map[string]time.Time // when each of the others was last heard to say that it looks
	came  bool                 // one came or took its leave since the last call of news
}

func newLookers(own string, silence time.Duration) *lookers {
	return &lookers{own: own, silence: silence, signs: map[string]time.Time{}}
}

// hear notes a sign of life: a process said at a moment whether it looks.
func (l *lookers) hear(process string, looks bool, said, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, known := l.signs[process]
	switch {
	case process == l.own || now.Sub(said) >= l.silence:
	case looks:
		l.signs[process], l.came = now, l.came || !known
	case known:
		delete(l.signs, process)
		l.came = true
	}
}

// news tells what happened since the last call: whether a process fell silent without its leave, and whether the
// operadores are divided anew for another reason.
func (l *lookers) news(now time.Time) (silent, other bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for process, at := range l.signs {
		if now.Sub(at) >= l.silence {
			delete(l.signs, process)
			silent = true
		}
	}
	other, l.came = l.came, false
	return silent, other
}

// inCharge reports whether an operador at rest is this process's to look at.
func (l *lookers) inCharge(operadorID string, now time.Time) bool {
	own := rank(l.own, operadorID)
	l.mu.Lock()
	defer l.mu.Unlock()
	for process, at := range l.signs {
		if now.Sub(at) < l.silence && rank(process, operadorID) > own {
			return false
		}
	}
	return true
}

// count is how many processes look, with this one.
func (l *lookers) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return 1 + len(l.signs)
}

// rank is the place of a process in an operador's order: the highest is the first. Two processes have different
// ones, as good as always; with the same one, both look.
func rank(process, operadorID string) uint64 {
	sum := sha256.Sum256([]byte(process + "\x00" + operadorID))
	return binary.BigEndian.Uint64(sum[:])
}
