package sim

import (
	"context"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/mem"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
)

const (
	storeTimeout  = 5 * time.Second // what an engine allows one call
	storeLateness = 3 * time.Second // how long after that a write may still take effect
	indexLag      = 4 * time.Second // how long an index may be behind
)

var (
	errDown     = fault.New(fault.Unavailable, "caído")
	errConflict = fault.New(fault.Conflict, "choque")
	errAbsent   = fault.New(fault.NotFound, "ausente")
)

var retenciones = auditoria.Retenciones{Accesos: auditoria.RetencionMinima, Cambios: auditoria.RetencionMinima}

// newDB makes the tables that all processes share; a bug that names a condition leaves it out.
func (w *world) newDB(seed uint64) {
	w.db = mem.New(mem.Config{Lag: 1 << 10, Seed: seed, Behind: w.behind, Before: w.beforeCall})
	// On its clock nothing has expired.
	w.truth = rules.New(rules.Config{DB: w.db, Clock: func() time.Time { return epoch.AddDate(0, 0, -30) }, Retenciones: retenciones})
}

// beforeCall counts the calls, and leaves out the condition that a bug names.
func (w *world) beforeCall(ctx context.Context, parts []records.Part) ([]records.Part, error) {
	if w.calls++; len(parts) == 0 {
		return parts, nil
	}
	w.writes = append(w.writes, version[int]{w.Now, w.calls})
	if method, condition, mutant := w.bug.mutant(); mutant {
		return mem.Without(method, condition)(ctx, parts)
	}
	return parts, nil
}

// behind is how many calls ago the first write was that an index may not have seen yet.
func (w *world) behind() int {
	if !w.stale {
		return 0
	}
	since := w.Now - w.between(0, indexLag)
	calls := 0
	for _, v := range slices.Backward(w.writes) {
		if v.at < since {
			break
		}
		calls = w.calls - v.is + 1
	}
	return calls
}

// wire is one process's way to the tables: faults meet each call before and after it takes effect.
type wire struct{ p *process }

var _ records.DB = wire{}

// Which faults can meet a call depends on whether it writes.
const readCall, writeCall = false, true

// call makes one call. Its effect happens at the tables, at most once: an engine recognises its own repetitions.
func (a wire) call(ctx context.Context, what string, writes bool, effect func(ctx context.Context) error) error {
	w, t := a.p.w, a.p.w.current()
	l := call{deadline: min(w.Now+storeTimeout, t.deadline)}
	l.effect, l.answer = w.times(500*time.Microsecond, 4*time.Millisecond)
	err, over, operation := a.spoil(&l, writes), false, records.OperationOf(ctx)
	run := func() {
		if over && !writes { // nobody waits for what it reads
			return
		}
		err = effect(records.WithOperation(context.Background(), operation))
		a.p.wrote(writes)
	}
	if !w.perform(t, l, run) {
		err = errDown
	}
	over = true
	if w.trace != nil && !t.Dead() {
		w.note(a.p, "%s: %s: %v", operation, what, codeOf(err))
	}
	return err
}

// spoil draws the faults of a call.
func (a wire) spoil(l *call, writes bool) error {
	w := a.p.w
	switch {
	case w.storeDown:
		l.effect, l.answer = -1, -1
	case w.strikes(StoreRefuses):
		l.refused = true
		return errDown
	case writes && w.strikes(StoreConflicts):
		l.refused = true
		return errConflict
	case w.strikes(StoreSilent):
		l.answer = -1
	case writes && w.strikes(StoreRepeats):
		l.answer = l.effect + w.between(100*time.Millisecond, 2*time.Second)
	case w.strikes(StoreSlow):
		l.effect = w.between(20*time.Millisecond, storeTimeout+storeLateness)
		l.answer = l.effect + w.between(0, time.Second)
	}
	return nil
}

func codeOf(err error) any {
	if err == nil {
		return "ok"
	}
	return fault.CodeOf(err)
}

// Read implements records.DB.
func (a wire) Read(ctx context.Context, t *records.Table, k records.Key, at records.Consistency, decode func(records.Source) error) (found bool, err error) {
	err = a.call(ctx, t.Name, readCall, func(ctx context.Context) (err error) {
		found, err = a.p.w.db.Read(ctx, t, k, at, decode)
		return err
	})
	return found && err == nil, err
}

// ReadMany implements records.DB.
func (a wire) ReadMany(ctx context.Context, t *records.Table, ks []records.Key, decode func(records.Source) error) error {
	return a.call(ctx, t.Name, readCall, func(ctx context.Context) error { return a.p.w.db.ReadMany(ctx, t, ks, decode) })
}

// Query implements records.DB. At times an index shows the past.
func (a wire) Query(ctx context.Context, q records.Query, row func(records.Source) (bool, error)) (run records.Run, err error) {
	w := a.p.w
	err = a.call(ctx, q.Table.Name, readCall, func(ctx context.Context) (err error) {
		w.stale = q.Index != nil && w.strikes(IndexStale)
		defer func() { w.stale = false }()
		run, err = w.db.Query(ctx, q, row)
		return err
	})
	return run, err
}

// Write implements records.DB.
func (a wire) Write(ctx context.Context, parts []records.Part, after *records.Item) error {
	t := a.p.w.current()
	return a.call(ctx, "write", writeCall, func(ctx context.Context) error {
		err := a.p.w.db.Write(ctx, parts, after)
		if err == nil {
			a.p.w.observe(a.p, t, parts)
		}
		return err
	})
}

// PutMany implements records.DB.
func (a wire) PutMany(ctx context.Context, table *records.Table, is []records.Item) error {
	t := a.p.w.current()
	return a.call(ctx, table.Name, writeCall, func(ctx context.Context) error {
		err := a.p.w.db.PutMany(ctx, table, is)
		if err == nil {
			var parts []records.Part
			for _, i := range is {
				parts = append(parts, records.Put(table, i))
			}
			a.p.w.observe(a.p, t, parts)
		}
		return err
	})
}

// storeClient is the rules in one process, with the lies of planted bugs.
type storeClient struct {
	*rules.Store
	p *process
}

func newStore(p *process) *storeClient {
	return &storeClient{Store: rules.New(rules.Config{DB: wire{p}, Clock: p.clock, Retenciones: retenciones}), p: p}
}

// Documento implements documento.Store.
func (a *storeClient) Documento(ctx context.Context, k documento.Clave) (documento.Documento, error) {
	d, err := a.Store.Documento(ctx, k)
	early := a.p.w.bug == ExpireEarly && d.Expirado(a.p.clock().Add(time.Minute))
	if err == nil && (early || a.p.w.bug == SweepUnseen && a.p.w.current().sweep) {
		return documento.Documento{}, errAbsent
	}
	return d, err
}

// AunVencido implements documento.Store.
func (a *storeClient) AunVencido(ctx context.Context, k documento.Clave) (documento.Documento, error) {
	if a.p.w.bug == CancelByClock {
		return a.Store.Documento(ctx, k)
	}
	return a.Store.AunVencido(ctx, k)
}

// CargasVencidas implements documento.Store.
func (a *storeClient) CargasVencidas(ctx context.Context, before time.Time, limit int) ([]documento.Documento, error) {
	ds, err := a.Store.CargasVencidas(ctx, before, limit)
	if a.p.w.bug == SweepUnseen && err == nil {
		for _, u := range a.p.w.uploads {
			d := u.past[0].is
			d.ExpiraEn = before
			ds = append(ds, d)
		}
	}
	return ds[:min(len(ds), limit)], err
}

// Eliminacion implements eliminacion.Store.
func (a *storeClient) Eliminacion(ctx context.Context, id string) (eliminacion.Eliminacion, error) {
	t := a.p.w.current()
	e, err := a.Store.Eliminacion(ctx, id)
	if err == nil && t.decide {
		e = a.p.w.lie(e)
	}
	t.knew = e.Secuencia
	return e, err
}

// Arrendar implements outbox.Store.
func (a *storeClient) Arrendar(ctx context.Context, d eliminacion.Pendiente, l eliminacion.Arriendo) (eliminacion.Eliminacion, error) {
	a.p.hold(d.EventoID, d.OperadorID, a.p.w.plan.plazos.Respuesta, false)
	return a.Store.Arrendar(ctx, d, l)
}

// Guardar implements eliminacion.Store.
func (a *storeClient) Guardar(ctx context.Context, g eliminacion.Guardado, h auditoria.Evento) error {
	w := a.p.w
	w.current().knew = g.Nueva.Secuencia
	if w.bug == DecidirOwn {
		g.Nueva.SolicitadaPor = w.sagas[g.Nueva.EventoID].askedBy // only the decider does not see it
	}
	if w.bug == MergeWindow {
		if a.keepBack(g, h) {
			return nil
		}
		g.Antes = append(a.p.keptBack[g.Nueva.EventoID], g.Antes...)
		delete(a.p.keptBack, g.Nueva.EventoID)
	}
	return a.Store.Guardar(ctx, g, h)
}

// keepBack is the planted bug of a write that waits for the next one: of the end of an undo window.
func (a *storeClient) keepBack(g eliminacion.Guardado, h auditoria.Evento) bool {
	if g.Nueva.Secuencia != 2 || g.Nueva.VentanaHasta.IsZero() || g.Nueva.Paso != eliminacion.MinioCleanup {
		return false
	}
	if a.p.keptBack == nil {
		a.p.keptBack = map[string][]auditoria.Evento{}
	}
	a.p.keptBack[g.Nueva.EventoID] = append(g.Antes, h)
	return true
}
