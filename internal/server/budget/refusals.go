package budget

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// Kind is the kind of a refused thing, in the metrics.
type Kind string

// The kinds.
const (
	Request  Kind = "solicitud" // not a request of GraphQL over HTTP, or its body is too long
	Document Kind = "documento" // does not parse, is past a limit, is not valid, wrong variables …
	Token    Kind = "token"
	Socket   Kind = "socket"   // handshake, message or operation of a socket
	Unread   Kind = "sin_leer" // not read: its subject has no budget of refusals left
)

// RefusalBytes of a refused request count as one refusal more.
const RefusalBytes = 4 << 10

// ChargeRefusal takes a refusal from its subject's budget of refusals, by the size of what was refused.
func (b *Budget) ChargeRefusal(ctx context.Context, what Kind, bytes int) {
	b.cfg.Metrics.Refused(string(what))
	b.cfg.Refusals.ForceCharge(caller.Subject(ctx), 1+bytes/RefusalBytes)
}

// CheckRefusals returns an error if the subject was refused too often: its request is not read then.
func (b *Budget) CheckRefusals(ctx context.Context) *fault.Error {
	wait, ok := b.cfg.Refusals.HasBudget(caller.Subject(ctx))
	if ok {
		return nil
	}
	b.cfg.Metrics.Refused(string(Unread))
	return unread(wait)
}

// DelayRefusal lets a refusal wait if its subject was refused too often, or is over a rate limit: a client that sends again
// after each answer would else send as fast as the server refuses. A bounded number of refusals wait. For another one the
// answer is last: it is sent at once, and ends its connection.
func (b *Budget) DelayRefusal(ctx context.Context, code string) (last bool) {
	if _, ok := b.cfg.Refusals.HasBudget(caller.Subject(ctx)); ok && code != string(fault.RateLimited) {
		return false
	}
	return !b.delay.Wait(ctx) // it ends early if the client has left
}

// DelayedRefusals is how many refusals wait now.
func (b *Budget) DelayedRefusals() int { return b.delay.Waiting() }
