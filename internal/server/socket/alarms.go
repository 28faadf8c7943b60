package socket

import (
	"sync"
	"time"
)

// alarm is something that a socket does at a time. It is no timer: those of ten
// thousand sockets are looked through once in a round.
type alarm[S any] struct {
	at time.Time // zero: never
	do func(S)
}

func (a alarm[S]) due(now time.Time) bool { return !a.at.IsZero() && !now.Before(a.at) }

// alarms are those of one socket.
type alarms[S any] struct {
	lock     sync.Mutex
	deadline alarm[S] // connection_init, or the end of the token
	beat     alarm[S] // the next ping, or what shall answer it
}

// arm sets an alarm anew.
func (all *alarms[S]) arm(a *alarm[S], at time.Time, do func(S)) {
	all.lock.Lock()
	defer all.lock.Unlock()
	*a = alarm[S]{at, do}
}

func (all *alarms[S]) disarm(a *alarm[S]) { all.arm(a, time.Time{}, nil) }

// rings reports whether there is work to do.
func (all *alarms[S]) rings(now time.Time) bool {
	all.lock.Lock()
	defer all.lock.Unlock()
	return all.deadline.due(now) || all.beat.due(now)
}

// take takes an alarm that rings: it does so once.
func (all *alarms[S]) take(a *alarm[S], now time.Time) (do func(S)) {
	all.lock.Lock()
	defer all.lock.Unlock()
	if a.due(now) {
		do, *a = a.do, alarm[S]{}
	}
	return do
}
