package socket

import (
	"sync"
	"time"
)

// life is that of a socket: as long as it lasts, timers and operations may work on it.
type tasks struct {
	mu       sync.Mutex
	ended     bool           // nothing further at all
	atWork   sync.WaitGroup // operations, and what timers began
	deadlineTimer *time.Timer    // connection_init is due, then the token ends
	pingTimer     *time.Timer    // the next ping
}

// now does something in this goroutine, if the socket still is.
func (l *tasks) do(do func()) {
	l.mu.Lock()
	if l.ended {
		l.mu.Unlock()
		return
	}
	l.atWork.Add(1)
	l.mu.Unlock()
	defer l.atWork.Done()
	do()
}

// later does it in a goroutine of its own.
func (l *tasks) goDo(do func()) { go l.do(do) }

// after does it when a time has passed, with a timer of the socket's.
func (l *tasks) startTimer(t **time.Timer, wait time.Duration, do func()) {
	l.stopTimer(t)
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.ended {
		*t = time.AfterFunc(wait, func() { l.do(do) })
	}
}

func (l *tasks) stopTimer(t **time.Timer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if *t != nil {
		(*t).Stop()
	}
}

// over lets nothing begin any more.
func (l *tasks) endTasks() {
	l.mu.Lock()
	l.ended = true
	l.mu.Unlock()
	l.stopTimer(&l.deadlineTimer)
	l.stopTimer(&l.pingTimer)
}
