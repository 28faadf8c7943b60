package listener

import (
	"sync"
	"syscall"
)

// naps waits for all connections at rest with one goroutine. Otherwise each has its own, and the stack of that is the
// largest part of what an idle socket takes. What waits lives as long as there are connections that ever waited.
type naps struct {
	mu      sync.Mutex
	bell    *bell // nil without such connections
	entered int   // how many they are
	last    uint64
	resting map[uint64]func() // by the number of the connection
}

// nap is what a connection keeps for it, guarded by the lock of naps.
type nap struct {
	number uint64 // of the connection; 0 before it ever waited
	over   bool   // the connection is closed
}

// rest has wake called in a goroutine of its own, once; false if it cannot do so.
func (n *naps) rest(c syscall.RawConn, of *nap, wake func()) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if of.over || !n.waits() {
		return false
	}
	first := of.number == 0
	if first {
		n.last++
		n.entered++
		of.number = n.last
	}
	n.resting[of.number] = wake
	if n.bell.arm(c, of.number, first) != nil { // it is about to be closed, or the system watches no more
		delete(n.resting, of.number)
		return false
	}
	return true
}

// waits has somebody wait; the caller holds the lock.
func (n *naps) waits() bool {
	if n.bell == nil {
		b, err := newBell(n.wake)
		if err != nil {
			return false
		}
		n.bell, n.resting = b, map[uint64]func(){}
	}
	return true
}

// wake wakes those with these numbers, unless they have left.
func (n *naps) wake(numbers []uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, number := range numbers {
		if wake := n.resting[number]; wake != nil {
			delete(n.resting, number)
			go wake()
		}
	}
}

// leave wakes whoever waits for a connection that was closed: the system tells nothing of it any more. It may be
// called again.
func (n *naps) leave(of *nap) {
	wake, last := n.remove(of)
	if last != nil {
		last.close() // without the lock: it waits for the goroutine
	}
	if wake != nil {
		go wake()
	}
}

func (n *naps) remove(of *nap) (wake func(), last *bell) {
	n.mu.Lock()
	defer n.mu.Unlock()
	number := of.number
	*of = nap{over: true}
	if number == 0 {
		return nil, nil
	}
	wake = n.resting[number]
	delete(n.resting, number)
	if n.entered--; n.entered == 0 {
		last, n.bell, n.resting = n.bell, nil, nil
	}
	return wake, last
}
