package rest_test

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// unwritable is a store that takes no events.
type unwritable struct{ auditoria.Store }

func (unwritable) Anotar(context.Context, ...auditoria.Evento) error {
	return fault.Plain(fault.Unavailable)
}

// slow is a store in which a list takes a fifth of a second.
type slow struct {
	auditoria.Rastro

	h *house
}

func (s slow) Eventos(ctx context.Context, c auditoria.Consulta) ([]auditoria.Evento, error) {
	s.h.later(200 * time.Millisecond)
	return s.Rastro.Eventos(ctx, c)
}

// failing is a store that answers so many lists, and no more.
type failing struct {
	auditoria.Rastro

	after int
}

func (f *failing) Eventos(ctx context.Context, c auditoria.Consulta) ([]auditoria.Evento, error) {
	if f.after--; f.after < 0 {
		return nil, fault.Plain(fault.Unavailable)
	}
	return f.Rastro.Eventos(ctx, c)
}

// stored is what the store has of the trail.
type stored interface {
	auditoria.Store
	auditoria.StoreEmbargos
}

// keeper is a reader of an archive that keeps something open for the next run.
type keeper struct {
	auditoria.Rastro

	bytes  int
	open   bool
	reads  int // of what was not open
	closes int // of what was
}

func (k *keeper) Eventos(ctx context.Context, c auditoria.Consulta) ([]auditoria.Evento, error) {
	if !k.open {
		k.reads++
	}
	k.open = true
	return k.Rastro.Eventos(ctx, c)
}

func (k *keeper) Retiene() int {
	if k.open {
		return k.bytes
	}
	return 0
}

func (k *keeper) Close() {
	if k.open {
		k.closes++
	}
	k.open = false
}
