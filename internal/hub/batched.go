package hub

import (
	"context"
	"time"

	"github.com/graph-gophers/dataloader/v7"

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
	// batchWait is how long a reading waits for others. Followers that are woken together ask together.
	batchWait = 2 * time.Millisecond
)

// batched implements Reader.
type batched struct {
	loader *dataloader.Loader[string, eliminacion.Eliminacion]
}

// Batched reads together what followers ask for one by one: ten thousand followers of as many deletions look at them
// in a hundred calls. Each saga is read after it was asked for, as without.
func Batched(store BatchReader) Reader {
	type results = []*dataloader.Result[eliminacion.Eliminacion]
	lookup := batch.Lookup[string, eliminacion.Eliminacion]{
		Read: store.Eliminaciones, Key: func(e eliminacion.Eliminacion) string { return e.EventoID }, Absent: fault.Plain(fault.NotFound),
	}
	read := func(ctx context.Context, ids []string) (found results) {
		ctx = context.WithoutCancel(ctx) // others wait too
		for i, r := range lookup.All(ctx, ids) {
			if len(ids) > 1 && fault.CodeOf(r.Err) == fault.Internal { // one that cannot be read spoils the call of all
				r = lookup.All(ctx, ids[i:i+1])[0]
			}
			found = append(found, &dataloader.Result[eliminacion.Eliminacion]{Data: r.Value, Error: r.Err})
		}
		return found
	}
	return batched{dataloader.NewBatchedLoader(read, dataloader.WithClearCacheOnBatch[string, eliminacion.Eliminacion](),
		dataloader.WithBatchCapacity[string, eliminacion.Eliminacion](maxBatch), dataloader.WithWait[string, eliminacion.Eliminacion](batchWait))}
}

func (b batched) Eliminacion(ctx context.Context, eventoID string) (eliminacion.Eliminacion, error) {
	return b.loader.Load(ctx, eventoID)()
}
