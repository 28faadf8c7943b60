package listener

import "time"

// crowd is what one client has open.
type crowd struct {
	open    int
	streams int
	resting int // bytes of its connections in rows
	held    int // bytes of its requests, beside what belongs to one of each connection
	rows    rows
	at      int // in crowds
}

// crowds are a heap of all, the one whose connections in rows hold most first.
type crowds []*crowd

func (c crowds) Len() int           { return len(c) }
func (c crowds) Less(i, j int) bool { return c[i].resting > c[j].resting }

func (c crowds) Swap(i, j int) {
	c[i], c[j] = c[j], c[i]
	c[i].at, c[j].at = i, j
}

// Push is for container/heap.
func (c *crowds) Push(x any) {
	x.(*crowd).at = len(*c)
	*c = append(*c, x.(*crowd))
}

// Pop is for container/heap.
func (c *crowds) Pop() any {
	last := len(*c) - 1
	x := (*c)[last]
	(*c)[last] = nil
	*c = (*c)[:last]
	return x
}

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

// longest is one that never had a request, or else one of the client whose connections hold most.
func (b *board) longest(now time.Time, p *place) (*place, string) {
	if q := b.rows[stranger].firstBut(p); q != nil {
		return q, CauseIdle
	}
	if len(b.crowds) > 0 && b.crowds[0].resting > light {
		if q, cause := b.crowds[0].rows.longest(now, p); q != nil {
			return q, cause
		}
	}
	return b.rows.longest(now, p)
}

func (b *board) longestCrowd(now time.Time, p *place) *place { return b.rows.longestCrowd(now, p) }
