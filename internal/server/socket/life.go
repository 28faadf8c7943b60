package socket

import (
	"sync"
	"time"
)

// life is that of a socket: as long as it lasts, timers and operations may work on it.
type life struct {
	mu       sync.Mutex
	gone     bool           // nothing further at all
	atWork   sync.WaitGroup // operations, and what timers began
	deadline *time.Timer    // connection_init is due, then the token ends
	beat     *time.Timer    // the next ping
}

// now does something in this goroutine, if the socket still is.
func (l *life) now(do func()) {
	l.mu.Lock()
	if l.gone {
		l.mu.Unlock()
		return
	}
	l.atWork.Add(1)
	l.mu.Unlock()
	defer l.atWork.Done()
	do()
}

// later does it in a goroutine of its own.
func (l *life) later(do func()) { go l.now(do) }

// after does it when a time has passed, with a timer of the socket's.
func (l *life) after(t **time.Timer, wait time.Duration, do func()) {
	l.stop(t)
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.gone {
		*t = time.AfterFunc(wait, func() { l.now(do) })
	}
}

func (l *life) stop(t **time.Timer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if *t != nil {
		(*t).Stop()
	}
}

// over lets nothing begin any more.
func (l *life) over() {
	l.mu.Lock()
	l.gone = true
	l.mu.Unlock()
	l.stop(&l.deadline)
	l.stop(&l.beat)
}
