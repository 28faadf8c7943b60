package transport

import (
	"context"
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/server/ws"
)

// TokenLeft is how long a connection may live.
var TokenLeft = tokenLeft

// CloseCodes are those that a socket ends with, a broken frame apart.
func CloseCodes() []int {
	codes := []int{int(ws.TooBig), 4409} // of the frames, and of a reason that names the id
	for _, c := range []closing{
		goingAway, tryAgainLater, invalidMessage, unauthorized, forbidden, badSubprotocol, initTimeout, tooManySockets, tooManyInits, tooManyRefusals, internalServerFail,
	} {
		codes = append(codes, int(c.code))
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// PeerOf is who a request is counted as.
var PeerOf = peerOf

// Admit does what comes before an operation runs: who is asking, the body, the
// document, the variables, the price. It returns the code of the refusal, or OK.
func (a *API) Admit(ctx context.Context, header string, body []byte) string {
	ctx, err := a.identify(ctx, header)
	if err != nil {
		return string(err.Code)
	}
	params, p := a.decode(ctx, body)
	if p != nil {
		return string(p.err.Code)
	}
	_, errs := a.prepare(ctx, params)
	return codeOf(errs)
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

// Held is how many refusals wait.
func (a *API) Held() int { return len(a.held) }

// TakeReading takes a place to read documents in, until release.
func (a *API) TakeReading() (release func()) {
	a.reading <- struct{}{}
	return func() { <-a.reading }
}
