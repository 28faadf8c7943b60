package hub

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// BatchReader reads up to 100 sagas as stored, in any order, and leaves out those that are not there.
type BatchReader interface {
	Eliminaciones(ctx context.Context, eventoIDs []string) ([]eliminacion.Eliminacion, error)
}

const (
	maxBatch = 100
	// batchPause is between the beginnings of two reads: there are a hundred a second at most.
	batchPause = 10 * time.Millisecond
)

// batched implements Reader.
type batched struct {
	sagas *batch.Gather[string, eliminacion.Eliminacion]
}

// Batched reads together what followers ask for one by one: those of ten thousand deletions make a hundred
// reads a second at most. Each saga is read after it was asked for, as without.
func Batched(store BatchReader) Reader {
	return batched{batch.NewGather(batch.Lookup[string, eliminacion.Eliminacion]{
		Read: store.Eliminaciones, Key: func(e eliminacion.Eliminacion) string { return e.EventoID }, Absent: fault.Wrap(fault.NotFound, nil),
	}, maxBatch, batchPause)}
}

func (b batched) Eliminacion(ctx context.Context, eventoID string) (eliminacion.Eliminacion, error) {
	return b.sagas.One(ctx, eventoID)
}
