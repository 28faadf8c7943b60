package budget

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

// Config holds the parts of the budgets. Those that may be nil say so.
type Config struct {
	Quota    *quota.Ledger // cost
	Refusals *quota.Ledger
	Messages *quota.Ledger // frames of sockets
	Limits   limits.Limits
	Metrics  Metrics
	Shed     *shed.Gate // may be nil
	Clock    func() time.Time
}

// Metrics counts refusals. Its method may be called at any time.
type Metrics interface {
	// Refused counts refusals before a request became an operation: solicitud,
	// documento, token, socket, or sin_leer; and answers that were cut off: sin_recibir.
	Refused(what string)
}

// Budget keeps what every subject has left.
type Budget struct {
	cfg         Config
	unproven    *quota.Ledger // cost of operations without a token, by address
	connections *quota.Places
	kept        *quota.Bytes
	spare       func() // gives up what is kept only to save work; nil: nothing is
	read        *quota.Bytes
	answers     *answerBuffer
	events      *quota.Turns
	searches    *quota.Turns
	held        *quota.Hold // refusals that wait
}

// Of the places for searches a subject has one in so many, or one.
const searchesShare = 8

// maxSearching are the operations that wait to search; a further one is refused.
const maxSearching = 256

// An operation without a token is paid by its address, which may be a stranger's who has thousands. It has one in
// addressShare parts of a subject's budget, and the dearest operation at least, and few operations at a time.
const (
	addressShare  = 20
	addressAtOnce = 8
)

// New makes a Budget.
func New(cfg Config) *Budget {
	dearest := max(cfg.Limits.Cost, cfg.Limits.Introspection)
	return &Budget{cfg: cfg, connections: quota.NewPlaces(cfg.Limits.Sockets),
		unproven: cfg.Quota.Part(addressShare, dearest, addressAtOnce),
		events:   quota.NewTurns(cfg.Limits.Events, cfg.Limits.EventsEach),
		searches: quota.NewBoundedTurns(cfg.Limits.Searches, max(1, cfg.Limits.Searches/searchesShare), maxSearching),
		kept:     quota.NewBytes(cfg.Limits.KeptKiB<<10, cfg.Limits.KeptAllKiB<<10),
		read:     quota.NewBytes(cfg.Limits.ReadKiB<<10, cfg.Limits.ReadAllKiB<<10),
		answers:  newAnswerBuffer(cfg.Limits.AnswersKiB, cfg.Limits.AnswersAllKiB, cfg.Clock, cfg.Metrics.Refused),
		held:     quota.NewHold(cfg.Limits.Held, cfg.Limits.Hold)}
}

// Room is why something new is not begun while memory is short; nil if it is.
func (b *Budget) Room(what shed.What) *fault.Error { return b.cfg.Shed.Refuse(what) }

// ledger keeps the budget of a subject's operations.
func (b *Budget) ledger(subject string) *quota.Ledger {
	if caller.IsAddress(subject) {
		return b.unproven
	}
	return b.cfg.Quota
}

// Charge takes an operation's price from the budget of its subject.
func (b *Budget) Charge(ctx context.Context, price int) (quota.Status, *fault.Error) {
	subject := caller.Subject(ctx)
	return charge(b.ledger(subject), subject, price)
}

// ChargeAddress takes the price of a request that is no operation, before anybody asks who sends it: a page, a signed
// link, a refusal. An address has a whole budget for these: a city may stand behind it, whose pages load at once.
func (b *Budget) ChargeAddress(ctx context.Context, price int) *fault.Error {
	_, overdrawn := charge(b.cfg.Quota, caller.Peer(ctx), price)
	return overdrawn
}

func charge(l *quota.Ledger, subject string, price int) (quota.Status, *fault.Error) {
	s, wait, ok := l.Charge(subject, price)
	if !ok {
		return s, overdrawn(s, price, wait)
	}
	return s, nil
}

// Owe takes the price of work that is done from the budget of its subject, also where it does
// not suffice.
func (b *Budget) Owe(ctx context.Context, price int) quota.Status {
	subject := caller.Subject(ctx)
	return b.ledger(subject).Owe(subject, price)
}

// Enter begins an operation; call leave at its end. A subject with too many of them under
// way gets an error.
func (b *Budget) Enter(ctx context.Context) (leave func(), _ *fault.Error) {
	subject := caller.Subject(ctx)
	leave, ok := b.ledger(subject).Enter(subject)
	if !ok {
		return leave, busy()
	}
	return leave, nil
}

// Connect begins a socket or an event stream; call leave at its end. A subject with too
// many of them gets an error.
func (b *Budget) Connect(ctx context.Context) (leave func(), _ *fault.Error) {
	leave, ok := b.connections.Enter(caller.Subject(ctx))
	if !ok {
		return leave, tooManyConnections(b.cfg.Limits.Sockets)
	}
	return leave, nil
}

// Message takes the price of what a socket sent from the budget of its subject; false if
// it does not suffice.
func (b *Budget) Message(ctx context.Context, price int) bool {
	_, _, ok := b.cfg.Messages.Charge(caller.Subject(ctx), price)
	return ok
}

// Answer begins to count an answer of which so many bytes are expected. Nothing was done
// yet: an error says why nothing shall be. Release the result when all is sent.
func (b *Budget) Answer(ctx context.Context, expected int) (*Outgoing, *fault.Error) {
	return b.answers.begin(ctx, expected)
}

// Event begins to count what is sent of the events of a subscription. Small ones are sent
// also where there is no room. Release the result whenever all is sent.
func (b *Budget) Event(ctx context.Context) *Outgoing { return b.answers.small(ctx) }
