package socket

import "sync"

// life is that of a socket: as long as it lasts, alarms and operations may work on it.
type life struct {
	mu     sync.Mutex
	gone   bool           // nothing further at all
	atWork sync.WaitGroup // operations and alarms
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

// over lets nothing begin any more.
func (l *life) over() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.gone = true
}
