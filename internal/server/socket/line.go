package socket

import "sync"

// line lets the subscriptions of a socket be worked on one after the other. They all write
// to the same client. While it does not read, one worker waits and one answer is kept,
// and not one of each subscription.
type line struct {
	mu      sync.Mutex
	busy    bool
	waiting []job
}

// enter reports whether it is the turn of a job; if not, its turn comes.
func (l *line) enter(j job) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.busy {
		l.waiting = append(l.waiting, j)
		return false
	}
	l.busy = true
	return true
}

// leave returns the job whose turn it is now; nil if none waits.
func (l *line) leave() job {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 {
		l.busy, l.waiting = false, nil
		return nil
	}
	next := l.waiting[0]
	l.waiting[0] = nil
	l.waiting = l.waiting[1:]
	return next
}

// inLine does a job when its turn comes, and then hands the turn on.
func inLine(l *line, c *crew, j job) {
	if !l.enter(j) {
		return
	}
	passOn(l, c, j)
}

// passOn does a job whose turn it is. The next one is a worker's: others wait for this one.
func passOn(l *line, c *crew, j job) {
	defer func() {
		if next := l.leave(); next != nil {
			c.submit(passed{l, c, next})
		}
	}()
	j.work()
}

type passed struct {
	line *line
	crew *crew
	job  job
}

func (p passed) work() { passOn(p.line, p.crew, p.job) }
