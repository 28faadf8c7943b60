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
	Request  Kind = "solicitud" // not a request of GraphQL over HTTP, or a body too long
	Document Kind = "documento" // does not parse, is past a limit, is not valid, wrong variables …
	Token    Kind = "token"
	Socket   Kind = "socket"   // handshake, message or operation of a socket
	Unread   Kind = "sin_leer" // not looked at: no budget of refusals
)

// StrikeBytes of a refused request count as one refusal more.
const StrikeBytes = 4 << 10

// Strike charges a refusal to its subject's budget, by its size.
func (b *Budget) Strike(ctx context.Context, what Kind, bytes int) {
	b.cfg.Metrics.Refused(string(what))
	b.cfg.Refusals.Owe(caller.Subject(ctx), 1+bytes/StrikeBytes)
}

// Spent is why a request is not read; nil if it is.
func (b *Budget) Spent(ctx context.Context) *fault.Error {
	wait, ok := b.cfg.Refusals.Solvent(caller.Subject(ctx))
	if ok {
		return nil
	}
	b.cfg.Metrics.Refused(string(Unread))
	return unread(wait)
}

// Hold lets a refusal wait that is one of too many. As many wait at a time as there are places; the others are answered
// at once, and are the last of their connection. A flood would else be as fast as answers come.
func (b *Budget) Hold(ctx context.Context, code string) (last bool) {
	if _, ok := b.cfg.Refusals.Solvent(caller.Subject(ctx)); ok && code != string(fault.RateLimited) {
		return false
	}
	return !b.held.Wait(ctx) // a client that left is answered sooner
}

// Waiting is how many refusals wait now.
func (b *Budget) Waiting() int { return b.held.Waiting() }
