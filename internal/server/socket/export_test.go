package socket

import (
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/server/ws"
)

// CloseCodes are those that a socket ends with, a broken frame apart.
func CloseCodes() []int {
	codes := []int{int(ws.TooBig), int(ws.PolicyViolation), 4409} // of the frames, and of a reason that names the id
	for _, c := range []closing{
		goingAway, tryAgainLater, invalidMessage, unauthorized, forbidden, badSubprotocol, initTimeout, tooManySockets, tooManyInits, tooManyRefusals,
		tooManyMessages, tooManyBytes, internalServerFail,
	} {
		codes = append(codes, int(c.code))
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// Crew is the workers of the sockets.
type Crew struct{ crew crew }

type pieceOfWork func()

func (f pieceOfWork) work() { f() }

// Submit has f called soon.
func (c *Crew) Submit(f func()) { c.crew.submit(pieceOfWork(f)) }

// Wait returns when all work is done and all workers have left.
func (c *Crew) Wait() { c.crew.all.Wait() }

// The sizes of a crew.
const (
	CrewSize = crewSize
	CrewMax  = crewMax
)

// Line is the line of a socket's subscriptions.
type Line struct{ line line }

// Submit has f called when its turn comes.
func (l *Line) Submit(c *Crew, f func()) {
	c.crew.submit(pieceOfWork(func() { inLine(&l.line, &c.crew, pieceOfWork(f)) }))
}

// Next is the message with an answer to an event.
func Next(id, answer string) string {
	return string(appendHead(nil, id, "next", true)) + answer + string(closed)
}
