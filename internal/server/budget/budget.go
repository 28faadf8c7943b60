package budget

import (
	"context"
	"errors"
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
	Crowd    *quota.Crowd  // of addresses; nil: nobody waits
	Known    *quota.Known  // addresses; nil: all are
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
	connections *quota.Places
	kept        *quota.Bytes
	followed    *quota.Surplus
	spare       func() // gives up what is kept only to save work; nil: nothing is
	read        *quota.Bytes
	answers     *outbox
	pages       *outbox // and whatever else anybody may ask for
	events      *quota.Turns
	searches    *quota.Turns
	rest        *quota.Rest // of those places
	held        *quota.Hold // refusals that wait
}

// Of the places for searches a subject has one in so many, or one.
const searchesShare = 8

// longestSearch is about what the dearest search of the embedded profile takes. As much is searched at once after
// a while without any: somebody who types searches a few times.
const longestSearch = 250 * time.Millisecond

// freeToFollow is what a subject may follow whatever others do: a person with two pages open.
const freeToFollow = 64 << 10

// pagesShare: pages have one in so many parts of what answers have, besides it.
const pagesShare = 2

// New makes a Budget.
func New(cfg Config) *Budget {
	return &Budget{cfg: cfg, connections: quota.NewPlaces(cfg.Limits.Sockets),
		events:   quota.NewTurns(cfg.Limits.Events, cfg.Limits.EventsEach),
		searches: quota.NewBoundedTurns(cfg.Limits.Searches, max(1, cfg.Limits.Searches/searchesShare), cfg.Limits.SearchesAll),
		kept:     quota.NewBytes(cfg.Limits.KeptKiB<<10, cfg.Limits.KeptAllKiB<<10),
		followed: quota.NewSurplus(freeToFollow, cfg.Limits.FollowedAllKiB<<10),
		read:     quota.NewBytes(cfg.Limits.ReadKiB<<10, cfg.Limits.ReadAllKiB<<10),
		answers:  newOutbox(cfg.Limits.AnswersKiB, cfg.Limits.AnswersAllKiB, cfg.Clock, cfg.Metrics.Refused),
		pages:    newOutbox(cfg.Limits.AnswersKiB/pagesShare, cfg.Limits.AnswersAllKiB/pagesShare, cfg.Clock, cfg.Metrics.Refused),
		held:     quota.NewHold(cfg.Limits.Held, cfg.Limits.Hold),
		rest:     quota.NewRest(quota.RestConfig{Places: cfg.Limits.Searches, Share: cfg.Limits.SearchesShare, Saved: longestSearch, Longest: longestSearch, Clock: cfg.Clock})}
}

// Room is why something new is not begun while memory is short; nil if it is.
func (b *Budget) Room(what shed.What) *fault.Error { return b.cfg.Shed.Refuse(what) }

// Begin returns when a request may be worked on: at once, but for an address that brings much at once, or is not known.
// Two hundred requests of one moment would else be all the processors do, and everybody waits behind them. The error
// says that too many wait, that nothing waits any more, or that the client gave up.
func (b *Budget) Begin(ctx context.Context) *fault.Error {
	if b.cfg.Crowd == nil {
		return nil
	}
	switch err := b.cfg.Crowd.Wait(ctx, caller.Peer(ctx)); {
	case errors.Is(err, quota.ErrRefused):
		return tooManyBegin()
	case err != nil:
		return gaveUp()
	}
	return nil
}

// BeginMessage is Begin for what a socket sends, whose handshake was a request. It is not read while it waits, so any
// number may.
func (b *Budget) BeginMessage(ctx context.Context) {
	if b.cfg.Crowd != nil {
		_ = b.cfg.Crowd.WaitInside(ctx, caller.Peer(ctx)) // of a socket, whose context never ends
	}
}

// EndWaiting has nothing wait to begin any more: requests that do are refused, messages are read.
func (b *Budget) EndWaiting() {
	if b.cfg.Crowd != nil {
		b.cfg.Crowd.Close()
	}
}

// Beginning is how many wait to begin.
func (b *Budget) Beginning() int {
	if b.cfg.Crowd == nil {
		return 0
	}
	return b.cfg.Crowd.Waiting()
}

// Charge takes an operation's price from the budget of its subject. An address from which somebody who is known by a
// token pays for an operation is no stranger.
func (b *Budget) Charge(ctx context.Context, price int) (quota.Status, *fault.Error) {
	subject := caller.Subject(ctx)
	s, wait, ok := b.cfg.Quota.Charge(subject, price)
	if !ok {
		return s, overdrawn(s, price, wait)
	}
	if !caller.IsAddress(subject) {
		b.cfg.Known.Meet(caller.Peer(ctx))
	}
	return s, nil
}

// Owe takes the price of work that is done from the budget of its subject, also where it does
// not suffice.
func (b *Budget) Owe(ctx context.Context, price int) quota.Status {
	return b.cfg.Quota.Owe(caller.Subject(ctx), price)
}

// Enter begins a request; call leave at its end. A subject with too many of them under
// way gets an error.
func (b *Budget) Enter(ctx context.Context) (leave func(), _ *fault.Error) {
	leave, ok := b.cfg.Quota.Enter(caller.Subject(ctx))
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

// Page is Answer for what anybody may ask for, which has a room of its own: a crowd that reads no pages keeps no
// answers out.
func (b *Budget) Page(ctx context.Context, expected int) (*Outgoing, *fault.Error) {
	return b.pages.begin(ctx, expected)
}

// Event begins to count what is sent of the events of a subscription. Small ones are sent
// also where there is no room. Release the result whenever all is sent.
func (b *Budget) Event(ctx context.Context) *Outgoing { return b.answers.small(ctx) }
