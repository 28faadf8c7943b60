package budget

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
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

// Budget keeps the budgets of all subjects.
type Budget struct {
	cfg         Config
	anonymous   *quota.Ledger // cost of operations without a token, by address
	connections *quota.ConcurrencyLimit
	kept        *quota.Bytes // memory of subscriptions
	evict       func()       // frees what is only cached; nil: nothing is
	read        *quota.Bytes // memory of requests
	answers     *answerBuffer
	events      *quota.FairSemaphore
	searches    *quota.FairSemaphore
	delay       *quota.Delay // of refusals
}

// A subject may use an eighth of the slots for searches, and one at least; maxSearching operations wait for one.
const (
	searchesShare = 8
	maxSearching  = 256
)

// The address pays for an operation without a token, and an attacker may have thousands of addresses. So an address has a
// small part of a subject's budget, but enough for the most expensive operation, and few operations at a time.
const (
	addressShare  = 20
	addressAtOnce = 8
)

// New makes a Budget.
func New(cfg Config) *Budget {
	highest := max(cfg.Limits.Cost, cfg.Limits.Introspection)
	return &Budget{cfg: cfg, connections: quota.NewConcurrencyLimit(cfg.Limits.Sockets),
		anonymous: cfg.Quota.Part(addressShare, highest, addressAtOnce),
		events:    quota.NewFairSemaphore(cfg.Limits.Events, cfg.Limits.EventsEach, 0),
		searches:  quota.NewFairSemaphore(cfg.Limits.Searches, max(1, cfg.Limits.Searches/searchesShare), maxSearching),
		kept:      quota.NewBytes(cfg.Limits.KeptKiB<<10, cfg.Limits.KeptAllKiB<<10),
		read:      quota.NewBytes(cfg.Limits.ReadKiB<<10, cfg.Limits.ReadAllKiB<<10),
		answers:   newAnswerBuffer(cfg.Limits.AnswersKiB, cfg.Limits.AnswersAllKiB, cfg.Clock, cfg.Metrics.Refused),
		delay:     quota.NewDelay(cfg.Limits.DelayedRefusals, cfg.Limits.RefusalDelay)}
}

// CheckMemory returns an error if memory is too short to begin something new.
func (b *Budget) CheckMemory(what shed.Kind) *fault.Error { return b.cfg.Shed.Refuse(what) }

// ledger keeps the budget of a subject's operations.
func (b *Budget) ledger(subject string) *quota.Ledger {
	if caller.IsAddress(subject) {
		return b.anonymous
	}
	return b.cfg.Quota
}

// Charge takes an operation's price from the budget of its subject.
func (b *Budget) Charge(ctx context.Context, price int) (quota.Status, *fault.Error) {
	subject := caller.Subject(ctx)
	return charge(b.ledger(subject), subject, price)
}

// Left is the budget of a subject as it is now.
func (b *Budget) Left(ctx context.Context) quota.Status {
	s, _ := b.Charge(ctx, 0)
	return s
}

// ChargeAddress takes the price of a request that is no operation, before its sender is known: a page, a signed link, a
// refusal. An address has a full budget for these, because a city may share it (NAT), and its pages load at once.
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

// ForceCharge takes the price of work that is done already, also from a budget that is too small.
func (b *Budget) ForceCharge(ctx context.Context, price int) quota.Status {
	subject := caller.Subject(ctx)
	return b.ledger(subject).ForceCharge(subject, price)
}

// Enter begins an operation; call leave at its end. A subject with too many operations at a time gets an error.
func (b *Budget) Enter(ctx context.Context) (leave func(), _ *fault.Error) {
	subject := caller.Subject(ctx)
	leave, ok := b.ledger(subject).Enter(subject)
	if !ok {
		return leave, busy()
	}
	return leave, nil
}

// Connect begins a socket or an event stream; call leave at its end. A subject with too many of them gets an error.
func (b *Budget) Connect(ctx context.Context) (leave func(), _ *fault.Error) {
	leave, ok := b.connections.Enter(caller.Subject(ctx))
	if !ok {
		return leave, tooManyConnections(b.cfg.Limits.Sockets)
	}
	return leave, nil
}

// Message takes the price of what a socket received from the budget of its subject; false if the budget is too small.
func (b *Budget) Message(ctx context.Context, price int) bool {
	_, _, ok := b.cfg.Messages.Charge(caller.Subject(ctx), price)
	return ok
}

// Answer begins to count an answer of which so many bytes are expected. The operation has not begun: after an error it must
// not. Release the result when the answer is sent.
func (b *Budget) Answer(ctx context.Context, expected int) (*Outgoing, *fault.Error) {
	return b.answers.begin(caller.Subject(ctx), expected)
}

// Event begins to count what is sent of the events of a subscription. Small events are sent also where there is no room.
// Release the result whenever all is sent.
func (b *Budget) Event(ctx context.Context) *Outgoing {
	return b.answers.beginEmpty(caller.Subject(ctx))
}
