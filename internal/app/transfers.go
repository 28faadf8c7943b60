package app

import (
	"cmp"
	"context"
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
	return transferPlaces(limit.TransfersEach, all, 10*time.Second)
}

// waitsEach are the transfers of one carpeta that are under way or wait, for each place: a page that
// shows a hundred pictures asks for all of them at once. waitsAll are the same of all.
const (
	waitsEach = 8
	waitsAll  = 4
)

// transferPlaces are taken in turn by carpeta. Who waits holds nothing but its request.
func transferPlaces(each, all int, within time.Duration) func(context.Context, string) (func(), *fault.Error) {
	present, turns := quota.NewBytes(waitsEach*each, waitsAll*all), quota.NewTurns(all, each) // Bytes counts anything
	crowded := fault.New(fault.RateLimited, "Hay demasiadas transferencias de esta carpeta a la vez: espere a que terminen.").WithEspera(time.Second)
	full := fault.New(fault.Unavailable, "El servidor transfiere demasiados archivos ahora: intente de nuevo en unos segundos.").WithEspera(5 * time.Second)
	return func(ctx context.Context, carpetaID string) (func(), *fault.Error) {
		held, why := present.Hold(carpetaID, 1, 1)
		switch why {
		case quota.FullOfSubject:
			return nil, crowded
		case quota.FullOfAll:
			return nil, full
		}
		ctx, cancel := context.WithTimeout(ctx, within)
		defer cancel()
		leave, err := turns.Take(ctx, carpetaID, 1)
		if err != nil {
			held.Release()
			return nil, full
		}
		return func() { leave(); held.Release() }, nil
	}
}
