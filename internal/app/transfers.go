package app

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// transfers gives places to the files that clients may have this process open. A connection
// of HTTP/2 has hundreds of requests, so connections do not bound them.
func (a *App) transfers() func(context.Context, string) (func(), *fault.Error) {
	limit := a.cfg.Limit
	all := cmp.Or(limit.Transfers, listener.Divide(listener.Descriptors(), limit.Connections, limit.PerAddress).Files)
	places := newTransferPlaces(limit.TransfersEach, all, 10*time.Second)
	places.refused = a.metrics.Transfers(places.turns.Waiting, []string{ofCarpeta, ofAll, tooLate})
	return places.enter
}

// waitsEach are the transfers of one carpeta that are under way or wait, for each place: a page that
// shows a hundred pictures asks for all of them at once. waitsAll are those of all that wait.
const (
	waitsEach = 8
	waitsAll  = 3
)

// Causes, in metrics, why a transfer was refused.
const (
	ofCarpeta = "carpeta" // its carpeta has too many
	ofAll     = "todas"   // too many wait, and it would come last
	tooLate   = "espera"  // no place came in time
)

// transferPlaces are taken in turn by carpeta. Who waits holds nothing but its request.
type transferPlaces struct {
	crowds  *quota.Places
	turns   *quota.Turns
	within  time.Duration // longest wait
	refused func(cause string)
}

func newTransferPlaces(each, all int, within time.Duration) *transferPlaces {
	return &transferPlaces{
		crowds: quota.NewPlaces(waitsEach * each), turns: quota.NewBoundedTurns(all, each, waitsAll*all), within: within, refused: func(string) {},
	}
}

// enter waits for a place; call leave after the transfer. Where too many wait, the one that would
// come last is refused: a carpeta that asks for many refuses itself.
func (p *transferPlaces) enter(ctx context.Context, carpetaID string) (leave func(), _ *fault.Error) {
	part, ok := p.crowds.Enter(carpetaID)
	if !ok {
		p.refused(ofCarpeta)
		return nil, fault.New(fault.RateLimited, "Hay demasiadas transferencias de esta carpeta a la vez: espere a que terminen.").WithEspera(time.Second)
	}
	waits, cancel := context.WithTimeout(ctx, p.within)
	defer cancel()
	out, err := p.turns.Take(waits, carpetaID, 1)
	if err == nil {
		return func() { out(); part() }, nil
	}
	part()
	switch {
	case errors.Is(err, quota.ErrRefused):
		p.refused(ofAll)
	case ctx.Err() == nil: // its client is still there
		p.refused(tooLate)
	}
	return nil, fault.New(fault.Unavailable, "El servidor transfiere demasiados archivos ahora: intente de nuevo en unos segundos.").WithEspera(5 * time.Second)
}
