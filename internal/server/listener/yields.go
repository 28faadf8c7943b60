package listener

import "time"

// light is a client that does not come before others when room has to be made: a browser has six connections of HTTP/1
// or one of HTTP/2.
const light = 8 * worthHTTP2

// yields are connections of which one makes room, those of a client or all.
type yields interface {
	// longest is the one, other than p, that makes room, if there is one, and why.
	longest(now time.Time, p *place) (*place, string)
	// longestCrowd is the same of those with more than one request.
	longestCrowd(now time.Time, p *place) *place
}

// longest is one that never had a request, or else one of the client whose connections hold most, or one that waits for
// its client with several requests. Of many clients that hold little each, those that read nothing go before those that
// rest between two requests.
func (b *board) longest(now time.Time, p *place) (*place, string) {
	if q := b.rows[stranger].firstBut(p); q != nil {
		return q, CauseIdle
	}
	if c := b.crowds.first(); c != nil && c.resting > light {
		if q, cause := c.rows.longest(now, p); q != nil {
			return q, cause
		}
	}
	if q := b.rows.longestCrowd(now, p); q != nil {
		return q, CauseSlow
	}
	return b.rows.longest(now, p)
}

func (b *board) longestCrowd(now time.Time, p *place) *place { return b.rows.longestCrowd(now, p) }

// glance is how long a connection has to wait for its client to be one of these, unless they hold twice what they may:
// what comes to its end seems to wait for the moment in which the server sends it.
const glance = 100 * time.Millisecond

// someOf the connections that wait longest are compared.
const someOf = 16

// largest is the connection, other than p, whose requests hold most of those that wait longest for their client; nil if
// none holds more than one request without a large header does.
func (r *rows) largest(now time.Time, p *place) (most *place) {
	queue := r[waiting]
	for q, n := queue.first, 0; q != nil && n < someOf && now.Sub(q.since) >= glance; q = queue.link(q).after {
		if q == p || q.beside() == 0 {
			continue
		}
		n++
		if most == nil || q.beside() > most.beside() {
			most = q
		}
	}
	return most
}

// longestCrowd is the connection, other than p, that waits longest for its client with more than one
// request, or one with a large header, if one does for long.
func (r *rows) longestCrowd(now time.Time, p *place) *place {
	queue := r[waiting]
	for q := queue.first; q != nil && now.Sub(q.since) >= patience; q = queue.link(q).after {
		if q != p && q.beside() > 0 {
			return q
		}
	}
	return nil
}
