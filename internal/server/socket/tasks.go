package socket

import (
	"sync"
	"time"
)

// tasks are the timers of a socket and the goroutines that work for it. None begins after endTasks.
type tasks struct {
	mu            sync.Mutex
	ended         bool
	atWork        sync.WaitGroup // operations, and what timers began
	deadlineTimer *time.Timer    // connection_init is due, then the token ends
	pingTimer     *time.Timer    // the next ping
}

// do runs a task in this goroutine, unless the socket has ended.
func (t *tasks) do(do func()) {
	t.mu.Lock()
	if t.ended {
		t.mu.Unlock()
		return
	}
	t.atWork.Add(1)
	t.mu.Unlock()
	defer t.atWork.Done()
	do()
}

// goDo runs a task in a goroutine of its own.
func (t *tasks) goDo(do func()) { go t.do(do) }

// startTimer runs a task after a time; t is one of the socket's timers.
func (t *tasks) startTimer(timer **time.Timer, wait time.Duration, do func()) {
	t.stopTimer(timer)
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.ended {
		*timer = time.AfterFunc(wait, func() { t.do(do) })
	}
}

func (t *tasks) stopTimer(timer **time.Timer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if *timer != nil {
		(*timer).Stop()
	}
}

// endTasks lets no further task begin.
func (t *tasks) endTasks() {
	t.mu.Lock()
	t.ended = true
	t.mu.Unlock()
	t.stopTimer(&t.deadlineTimer)
	t.stopTimer(&t.pingTimer)
}
