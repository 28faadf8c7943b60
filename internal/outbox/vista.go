package outbox

import (
	"errors"
	"maps"
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Vista is how this process stands towards an operador: for whoever asks why a
// deletion does not move.
func (d *Dispatcher) Vista(operadorID string) eliminacion.VistaDespacho {
	_, waits := d.agenda.waits(operadorID)
	v := eliminacion.VistaDespacho{
		SinLugar: waits || d.window.room(operadorID, d.now()) == 0,
		Ritmo:    max(d.cfg.Sweep, d.cfg.Idle) * 5 / 4, // with its jitter
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	v.BrokerCaido, v.SinRuta = d.down, slices.Sorted(maps.Keys(d.unrouted))
	return v
}

// route remembers which commands the broker has no queue for.
func (d *Dispatcher) route(key string, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if errors.Is(err, broker.ErrUnroutable) {
		d.unrouted[key] = true
	} else if err == nil {
		delete(d.unrouted, key)
	}
}
