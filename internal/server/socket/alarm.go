package socket

import "time"

// alarm is work that a socket does at a set time. It is no timer: those of ten
// thousand sockets are looked through once in a round.
type alarm[S any] struct {
	at time.Time // zero: never
	do func(S)
}

func (a alarm[S]) rings(now time.Time) bool { return !a.at.IsZero() && !now.Before(a.at) }
