package carpeta

import (
	"context"
	"sync"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
)

// A carpeta never changes hands. So within one request its owner is asked for once,
// however many decisions follow from it.

type duenosKey struct{}

// Dueno is the owner of a carpeta, and the operador that serves them.
type Dueno struct{ CiudadanoID, OperadorID string }

// Dueno is the carpeta's.
func (c Carpeta) Dueno() Dueno { return Dueno{c.CiudadanoID, c.OperadorID} }

// duenos are the owners that one request has learned of, by carpetaId.
type duenos struct {
	mu sync.Mutex
	de map[string]Dueno
}

// WithDuenos makes the use cases remember owners in this context.
func WithDuenos(ctx context.Context) context.Context {
	return context.WithValue(ctx, duenosKey{}, &duenos{de: map[string]Dueno{}})
}

func duenosOf(ctx context.Context) *duenos {
	if d, ok := ctx.Value(duenosKey{}).(*duenos); ok {
		return d
	}
	return &duenos{de: map[string]Dueno{}}
}

// Read reads a carpeta for a use case, which decides about the caller's permission. An
// absent one is NOT_FOUND in the words of a foreign one.
func Read(ctx context.Context, store Store, carpetaID string) (Carpeta, error) {
	c, err := store.Carpeta(ctx, carpetaID)
	if err != nil {
		return Carpeta{}, auth.Hidden(err)
	}
	remember(ctx, c)
	return c, nil
}

func remember(ctx context.Context, cs ...Carpeta) {
	d := duenosOf(ctx)
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range cs {
		d.de[c.CarpetaID] = c.Dueno()
	}
}

// Duenos tells the owners of up to 100 carpetas, for a use case that decides about
// their content. NOT_FOUND for an absent carpeta.
func Duenos(ctx context.Context, store Store, carpetaIDs []string) map[string]batch.Result[Dueno] {
	d := duenosOf(ctx)
	d.mu.Lock() // also while reading: another caller at the same time finds the answer
	defer d.mu.Unlock()
	all, missing := make(map[string]batch.Result[Dueno], len(carpetaIDs)), []string(nil)
	for _, id := range carpetaIDs {
		dueno, known := d.de[id]
		all[id] = batch.Result[Dueno]{Value: dueno}
		if !known {
			missing = append(missing, id)
		}
	}
	for i, r := range readMany(ctx, store, missing) {
		all[missing[i]] = batch.Result[Dueno]{Value: r.Value.Dueno(), Err: r.Err}
		if r.Err == nil {
			d.de[missing[i]] = r.Value.Dueno()
		}
	}
	return all
}

// readMany reads up to 100 carpetas in one call, for any caller.
func readMany(ctx context.Context, store Store, carpetaIDs []string) []batch.Result[Carpeta] {
	return batch.Lookup[string, Carpeta]{
		Refuse: validID, Read: store.Carpetas, Key: func(c Carpeta) string { return c.CarpetaID }, Absent: auth.NotFound(),
	}.All(ctx, carpetaIDs)
}
