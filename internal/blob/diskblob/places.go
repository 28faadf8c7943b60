package diskblob

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// transfersEach are the transfers of one carpeta at a time, and askedEach those that are under way or wait, for each of
// them: a page that shows a hundred pictures asks for all of them at once.
const (
	transfersEach = 16
	askedEach     = 8
)

// The uses of the links of one carpeta, which come back each second, and as many at once. A range of a file is a use: a
// viewer reads a large file in a thousand of them.
const (
	usesPerSecond = 100
	usesBurst     = 2000
	maxCarpetas   = 1 << 16 // whose uses are remembered
)

// transferWait is how long a transfer waits for a place, and transfersWaiting how many of all carpetas wait for each place.
const (
	transferWait     = 10 * time.Second
	transfersWaiting = 3
)

// Causes, in metrics, why a transfer was refused.
const (
	tooOften  = "seguidas" // the links of its carpeta are used too often
	ofCarpeta = "carpeta"  // its carpeta has too many
	ofAll     = "todas"    // too many wait
	tooLate   = "espera"   // no place came in time
)

// Places bounds the files that clients have this process open. A connection of HTTP/2 brings many requests, so the
// limit of connections does not bound them.
type Places struct {
	uses    *quota.Ledger
	carpeta *quota.ConcurrencyLimit // transfers that are under way or wait
	places  *quota.FairSemaphore
	refused func(cause string)
}

// PlacesMetrics shows how many transfers wait, and gives what counts the refused ones by their cause.
type PlacesMetrics interface {
	Transfers(waiting func() int, causes []string) (refused func(cause string))
}

// NewPlaces makes places for so many transfers at a time.
func NewPlaces(all int, clock func() time.Time, m PlacesMetrics) *Places {
	p := newPlaces(transfersEach, all, clock)
	p.refused = m.Transfers(p.places.Waiting, []string{tooOften, ofCarpeta, ofAll, tooLate})
	return p
}

func newPlaces(each, all int, clock func() time.Time) *Places {
	return &Places{
		uses:    quota.New(quota.Config{PerSecond: usesPerSecond, Burst: usesBurst, Subjects: maxCarpetas}, clock),
		carpeta: quota.NewConcurrencyLimit(askedEach * each), refused: func(string) {},
		places: quota.NewFairSemaphore(all, each, transfersWaiting*all),
	}
}

// Enter waits for a place; call leave after the transfer.
func (p *Places) Enter(ctx context.Context, carpetaID string) (leave func(), _ *fault.Error) {
	if _, wait, ok := p.uses.Charge(carpetaID, 1); !ok {
		p.refused(tooOften)
		return nil, fault.New(fault.RateLimited, "Los enlaces de esta carpeta se usan demasiado seguido: intente de nuevo en unos segundos.").WithEspera(wait)
	}
	mine, ok := p.carpeta.Enter(carpetaID)
	if !ok {
		p.refused(ofCarpeta)
		return nil, fault.New(fault.RateLimited, "Hay demasiadas transferencias de esta carpeta a la vez: espere a que terminen.").WithEspera(time.Second)
	}
	within, cancel := context.WithTimeout(ctx, transferWait)
	defer cancel()
	place, err := p.places.Acquire(within, carpetaID, 1)
	if err == nil {
		return func() { place(); mine() }, nil
	}
	mine()
	switch {
	case errors.Is(err, quota.ErrQueueFull):
		p.refused(ofAll)
	case ctx.Err() == nil: // its client is still there
		p.refused(tooLate)
	}
	return nil, fault.New(fault.Unavailable, "El servidor transfiere demasiados archivos ahora: intente de nuevo en unos segundos.").WithEspera(5 * time.Second)
}
