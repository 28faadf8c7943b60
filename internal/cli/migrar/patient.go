package migrar

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// The calls to the tables at a time. With more that write, reads wait behind them until they are given up. Reads have
// turns of their own: behind the writes that wait, all carpetas would be read back at once, while nothing is written.
const (
	inFlight      = 8
	readsInFlight = 4
)

// patient asks again when the tables do not answer, for nobody waits for one call of a migration.
type patient struct {
	Target
	pauses         []time.Duration
	writing, reads chan struct{}
}

func newPatient(t Target, pauses []time.Duration) patient {
	return patient{t, pauses, make(chan struct{}, inFlight), make(chan struct{}, readsInFlight)}
}

// usualPauses lie between the tries of a call.
var usualPauses = []time.Duration{100 * time.Millisecond, time.Second, 3 * time.Second, 10 * time.Second, 30 * time.Second}

func (p patient) do(ctx context.Context, turn chan struct{}, call func() error) error {
	turn <- struct{}{}
	defer func() { <-turn }()
	err := call()
	for _, pause := range p.pauses {
		if fault.CodeOf(err) != fault.Unavailable || ctx.Err() != nil {
			break
		}
		if service.Pause(ctx, pause) != nil {
			break
		}
		err = call()
	}
	return err
}

func (p patient) Put(ctx context.Context, vs []any) error {
	return p.do(ctx, p.writing, func() error { return p.Target.Put(ctx, vs) })
}

func (p patient) Get(ctx context.Context, vs []any) (there map[string]any, err error) {
	err = p.do(ctx, p.reads, func() error { there, err = p.Target.Get(ctx, vs); return err })
	return there, err
}

func (p patient) Remove(ctx context.Context, v any) error {
	return p.do(ctx, p.writing, func() error { return p.Target.Remove(ctx, v) })
}

func (p patient) DocumentosDeCarpeta(ctx context.Context, t documento.Tramo) (page documento.PaginaDocumentos, err error) {
	err = p.do(ctx, p.reads, func() error { page, err = p.Target.DocumentosDeCarpeta(ctx, t); return err })
	return page, err
}
