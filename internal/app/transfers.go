package app

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/machine"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// transfers gives places to the files that clients may have this process open. A connection
// of HTTP/2 has hundreds of requests, so connections do not bound them.
func (a *App) transfers() func(context.Context, string, *diskblob.Transfer) (func(), *fault.Error) {
	limit := a.cfg.Limit
	all := cmp.Or(limit.Transfers, sharesOf(machine.Descriptors(), a.cfg.Memory().Bytes, limit.Connections, limit.PerAddress).files)
	places := newTransferPlaces(limit.TransfersEach, all, 10*time.Second, a.clock)
	places.uses = quota.New(quota.Config{PerSecond: float64(a.cfg.Rate.Transfers), Burst: a.cfg.Rate.TransfersBurst, Subjects: maxSubjects}, a.clock)
	places.pace = quota.NewPace(a.cfg.Rate.TransfersAll, burstOfAll*a.cfg.Rate.TransfersAll, waitsAll*all, a.clock)
	places.hold = quota.NewHold(limit.Held, limit.Hold)
	places.ahead, places.window = quota.NewBytes(limit.ReadKiB<<10, limit.ReadAllKiB<<10), 256<<10
	places.refused = a.metrics.Transfers(places.waiting, []string{tooOften, ofCarpeta, ofAll, tooLate, madeRoom})
	return func(ctx context.Context, carpetaID string, t *diskblob.Transfer) (func(), *fault.Error) {
		return places.enter(ctx, carpetaID, t)
	}
}

// waitsEach are the transfers of one carpeta that are under way or wait, for each place: a page that
// shows a hundred pictures asks for all of them at once. waitsAll are those of all that wait.
const (
	waitsEach = 8
	waitsAll  = 3
)

// burstOfAll seconds of the uses of all links begin at once after a quiet time.
const burstOfAll = 10

// Causes, in metrics, why a transfer was refused.
const (
	tooOften  = "seguidas" // the links of its carpeta are used too often
	ofCarpeta = "carpeta"  // its carpeta has too many
	ofAll     = "todas"    // too many wait, and it would come last
	tooLate   = "espera"   // no place came in time
	madeRoom  = "lenta"    // it was slow, and others waited
)

// transferPlaces are taken in turn by carpeta. Who waits holds nothing but its request. While somebody
// waits, the slowest transfers make room: a thousand carpetas that hold all places and hardly move keep
// nobody else out.
type transferPlaces struct {
	uses      *quota.Ledger // of links: a small file costs its reader nothing
	pace      *quota.Pace   // of all: a thousand carpetas have a thousand budgets
	hold      *quota.Hold
	ahead     *quota.Bytes // of uploads that wait, as far as they may have come over HTTP/2
	window    int64        // bytes of each that may have
	crowds    *quota.Places
	turns     *quota.Turns
	all, each int
	within    time.Duration // longest wait
	slow      *quota.Ledger // carpetas that had to make room lately
	refused   func(cause string)

	mu    sync.Mutex
	under map[*moving]struct{}
}

// moving is a transfer that has a place.
type moving struct {
	transfer
	carpeta string
	since   time.Time
	ending  bool
}

// transfer is what of one is known here.
type transfer interface {
	Moved() int64 // bytes so far
	Ahead() int64 // bytes that may come before it has a place
	End()         // has it leave soon
	Last()        // has its connection end after the answer
}

// A transfer has its place for grace in any case, and keeps it if it moves steady bytes a second. A carpeta
// whose transfer made room comes after the others for ten minutes: its next ones weigh as much as so many.
const (
	grace      = 5 * time.Second
	steady     = 128 << 10
	slowWeight = 100
	forgiven   = 1.0 / 600 // a second
)

func newTransferPlaces(each, all int, within time.Duration, clock func() time.Time) *transferPlaces {
	return &transferPlaces{
		uses: quota.New(quota.Config{}, clock), pace: quota.NewPace(0, 0, waitsAll*all, clock), hold: quota.NewHold(0, 0), ahead: quota.NewBytes(0, 0),
		crowds: quota.NewPlaces(waitsEach * each), turns: quota.NewBoundedTurns(all, each, waitsAll*all), all: all, each: each, within: within,
		slow: quota.New(quota.Config{PerSecond: forgiven, Burst: 1, Subjects: maxSubjects}, clock), refused: func(string) {}, under: map[*moving]struct{}{},
	}
}

// enter waits for a place; call leave after the transfer. Where too many wait, the one that would
// come last is refused: a carpeta that asks for many refuses itself.
func (p *transferPlaces) enter(ctx context.Context, carpetaID string, t transfer) (leave func(), _ *fault.Error) {
	spent, wait, ok := p.uses.Charge(carpetaID, 1)
	if !ok {
		p.refused(tooOften)
		if !p.hold.Wait(ctx) {
			t.Last() // a flood of refusals would else be as fast as answers come
		}
		return nil, fault.New(fault.RateLimited, "Los enlaces de esta carpeta se usan demasiado seguido: intente de nuevo en unos segundos.").WithEspera(wait)
	}
	part, ok := p.crowds.Enter(carpetaID)
	if !ok {
		return nil, p.tooManyOfCarpeta()
	}
	out, full := p.wait(ctx, carpetaID, t, spent)
	if full != nil {
		part()
		return nil, full
	}
	mine := p.begin(carpetaID, t)
	return func() { p.end(mine); out(); part() }, nil
}

// wait returns when a transfer may begin, and has a place. Until then it counts what may have come of it.
func (p *transferPlaces) wait(ctx context.Context, carpetaID string, t transfer, spent quota.Status) (leave func(), _ *fault.Error) {
	bytes := int(min(t.Ahead(), p.window))
	ahead, full := p.ahead.Hold(carpetaID, bytes, bytes)
	defer ahead.Release()
	switch full {
	case quota.FullOfSubject:
		return nil, p.tooManyOfCarpeta()
	case quota.FullOfAll:
		return nil, p.tooMany(ofAll)
	}
	waits, cancel := context.WithTimeout(ctx, p.within)
	defer cancel()
	out, err := p.begins(waits, carpetaID, spent)
	switch {
	case err == nil:
		return out, nil
	case errors.Is(err, quota.ErrRefused):
		return nil, p.tooMany(ofAll)
	case ctx.Err() == nil: // its client is still there
		return nil, p.tooMany(tooLate)
	}
	return nil, tooManyFiles()
}

func (p *transferPlaces) tooManyOfCarpeta() *fault.Error {
	p.refused(ofCarpeta)
	return fault.New(fault.RateLimited, "Hay demasiadas transferencias de esta carpeta a la vez: espere a que terminen.").WithEspera(time.Second)
}

func (p *transferPlaces) tooMany(cause string) *fault.Error {
	p.refused(cause)
	return tooManyFiles()
}

func tooManyFiles() *fault.Error {
	return fault.New(fault.Unavailable, "El servidor transfiere demasiados archivos ahora: intente de nuevo en unos segundos.").WithEspera(5 * time.Second)
}

func (p *transferPlaces) waiting() int { return p.pace.Waiting() + p.turns.Waiting() }

// begins waits until it may begin, and for a place. A carpeta whose links were used much lately comes after others.
func (p *transferPlaces) begins(ctx context.Context, carpetaID string, spent quota.Status) (leave func(), err error) {
	if err := p.pace.Wait(ctx, carpetaID, spent.Spent()); err != nil {
		return nil, err
	}
	return p.take(ctx, carpetaID)
}

// take waits for a place, and has slow ones make room once a second.
func (p *transferPlaces) take(ctx context.Context, carpetaID string) (leave func(), err error) {
	come := make(chan struct{})
	turn, now := p.turns.AskFor(carpetaID, p.weight(carpetaID), func() { close(come) })
	again := time.NewTicker(time.Second)
	defer again.Stop()
	for !now && !turn.Refused() {
		p.makeRoom(carpetaID)
		select {
		case <-come: // or it is refused
			now = true
		case <-ctx.Done():
			turn.Leave()
			return nil, ctx.Err()
		case <-again.C:
		}
	}
	if turn.Refused() {
		return nil, quota.ErrRefused
	}
	return turn.Leave, nil
}

func (p *transferPlaces) weight(carpetaID string) int {
	if _, steadily := p.slow.Solvent(carpetaID); steadily {
		return 1
	}
	return slowWeight
}

func (p *transferPlaces) begin(carpetaID string, t transfer) *moving {
	u := &moving{transfer: t, carpeta: carpetaID, since: time.Now()}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.under[u] = struct{}{}
	return u
}

func (p *transferPlaces) end(u *moving) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.under, u)
}

// makeRoom ends the slowest transfer, if a carpeta waits for want of places and not for its own
// transfers, and as long as fewer end than wait.
func (p *transferPlaces) makeRoom(carpetaID string) {
	p.mu.Lock()
	slowest := p.slowest(carpetaID)
	if slowest != nil {
		slowest.ending = true
	}
	p.mu.Unlock()
	if slowest != nil {
		p.refused(madeRoom)
		p.slow.Owe(slowest.carpeta, 1)
		slowest.End()
	}
}

// slowest is the transfer that makes room for a carpeta; nil if there is none. The caller holds the lock.
func (p *transferPlaces) slowest(carpetaID string) (slowest *moving) {
	own, ending, least := 0, 0, float64(steady)
	for u := range p.under {
		if u.carpeta == carpetaID {
			own++
		}
		if u.ending {
			ending++
			continue
		}
		age := time.Since(u.since)
		if speed := float64(u.Moved()) / age.Seconds(); age >= grace && speed < least {
			slowest, least = u, speed
		}
	}
	if len(p.under) < p.all || own >= p.each || ending >= p.turns.Waiting() {
		return nil
	}
	return slowest
}
