package migrar

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
)

// State is how far a migration is.
type State string

// The states.
const (
	UnderWay State = "EN_CURSO"    // not whole, or the old server may have gone on
	Ready    State = "LISTA"       // all that the stopped source has is there
	Served   State = "EN_SERVICIO" // a server or a command took over: nothing may be moved here any more
)

// Note is what the mark says.
type Note struct {
	Origin string    `json:"origen"`
	State  State     `json:"estado"`
	Taken  time.Time `json:"tomado"` // the moment of the source
	Runs   int       `json:"corridas"`
}

// A run renews its lease long before the end. One of another machine waits for that end.
const (
	lease = 30 * time.Second
	renew = lease / 6
)

// The refusals. Nothing was changed.
var (
	ErrOther   = errors.New("the tables hold data that are not of this migration")
	ErrRunning = errors.New("another run of this migration is under way")
	ErrServed  = errors.New("the migration is over: a server or a command has written into these tables")
)

// running is the mark of a run under way.
type running struct {
	cfg   Config
	mark  reconciliacion.Marca
	note  Note
	again bool
	began bool // its first write is known to be there
}

func read(ctx context.Context, marks reconciliacion.Marcas) (m reconciliacion.Marca, n Note, err error) {
	m, err = marks.LeerMarca(ctx, cargo.MarkName)
	if err == nil && m.Token > 0 {
		err = json.Unmarshal(m.Datos, &n)
	}
	return m, n, err
}

// begin takes the mark, or says why not.
func begin(ctx context.Context, cfg Config) (*running, error) {
	m, n, err := read(ctx, cfg.Target)
	if err != nil {
		return nil, err
	}
	r := &running{cfg: cfg, mark: m, note: n, again: m.Token > 0}
	if err := r.mayBegin(ctx); err != nil {
		return nil, err
	}
	r.note = Note{Origin: cfg.Origin, State: UnderWay, Taken: cfg.Taken, Runs: n.Runs + 1}
	if err := r.write(ctx, cfg.Clock().Add(lease)); err != nil {
		return nil, err
	}
	return r, nil
}

func (r *running) mayBegin(ctx context.Context) error {
	switch {
	case !r.again:
		return empty(ctx, r.cfg.Target)
	case r.note.State == Served:
		return fmt.Errorf("%w, and the migration would write over it. Nothing was changed. To move another server, "+
			"name other tables (CARPETA_DYNAMODB_TABLE_PREFIX) and buckets", ErrServed)
	case r.note.Origin != r.cfg.Origin:
		return fmt.Errorf("%w: they are of the migration of another server. Nothing was changed. "+
			"Name the data folder that it began with, or other tables (CARPETA_DYNAMODB_TABLE_PREFIX) and buckets", ErrOther)
	case r.mark.Dueno != r.cfg.Holder && r.mark.Hasta.After(r.cfg.Clock()):
		return fmt.Errorf("%w, by %s. Nothing was changed. Wait for its end; if it was killed, run this again after %s",
			ErrRunning, r.mark.Dueno, r.mark.Hasta.Format(time.TimeOnly+" MST"))
	}
	return nil
}

// empty refuses tables that somebody uses.
func empty(ctx context.Context, t Target) error {
	withCarpetas, err := t.OperadoresConCarpetas(ctx)
	if err != nil {
		return err
	}
	withEvents, err := t.OperadoresConEventos(ctx)
	if err == nil && len(withCarpetas)+len(withEvents) > 0 {
		err = fmt.Errorf("%w. Nothing was changed. Name new tables with CARPETA_DYNAMODB_TABLE_PREFIX, and empty buckets", ErrOther)
	}
	return err
}

// write writes the mark, with a lease until then.
func (r *running) write(ctx context.Context, until time.Time) error {
	data, err := json.Marshal(r.note)
	if err != nil {
		return err
	}
	m := r.mark
	m.Nombre, m.Dueno, m.Hasta, m.Datos = cargo.MarkName, r.cfg.Holder, until, data
	written, err := r.cfg.Target.EscribirMarca(ctx, m)
	if errors.Is(err, fault.Conflict) {
		return r.mine(ctx, m)
	}
	if err == nil {
		r.mark, r.began = written, true
	}
	return err
}

// mine takes a mark for written whose answer was lost. An earlier write of this run may be the one: its lease was
// another, and its state may have been.
func (r *running) mine(ctx context.Context, wanted reconciliacion.Marca) error {
	m, n, err := read(ctx, r.cfg.Target)
	if err != nil {
		return err
	}
	own := m.Token == wanted.Token+1 && m.Dueno == wanted.Dueno && n.Origin == r.note.Origin && n.Runs == r.note.Runs
	same := own && string(m.Datos) == string(wanted.Datos) && m.Hasta.Equal(wanted.Hasta)
	switch {
	case same:
		r.mark, r.began = m, true
		return nil
	case own && r.began:
		r.mark = m
		return r.write(ctx, wanted.Hasta)
	}
	return fmt.Errorf("%w, which began just now by %s. This one stops", ErrRunning, m.Dueno)
}

// beat renews the lease until the run ends, and ends a run that lost it.
func (r *running) beat(ctx context.Context, stop context.CancelCauseFunc) {
	for service.Pause(ctx, renew) == nil {
		err := r.write(context.WithoutCancel(ctx), r.cfg.Clock().Add(lease))
		if errors.Is(err, ErrRunning) || err != nil && r.mark.Hasta.Before(r.cfg.Clock()) {
			stop(err)
			return
		}
	}
}

// end gives the lease back, and lets a server take over if this was the last run.
func (r *running) end(ctx context.Context, last bool) error {
	if last {
		r.note.State = Ready
	}
	return r.write(ctx, time.Time{})
}

// MayUse refuses to use tables of a migration that is not over.
func MayUse(ctx context.Context, marks reconciliacion.Marcas) error {
	_, n, err := read(ctx, marks)
	if err == nil && n.State == UnderWay {
		err = fault.Wrap(fault.Unavailable, fmt.Errorf("a migration into these tables is not over: they have what the old server had at %s, or part of it. Nothing was changed. "+
			"Stop the old server, and run carpeta migrar again with its data folder", n.Taken.Format(time.RFC3339)))
	}
	return err
}

// TakeOver is MayUse for who writes, a server or a command: from now on no migration writes here.
func TakeOver(ctx context.Context, marks reconciliacion.Marcas) error {
	for {
		m, n, err := read(ctx, marks)
		if err != nil || m.Token == 0 || n.State == Served {
			return err
		}
		if n.State == UnderWay {
			return MayUse(ctx, marks)
		}
		n.State = Served
		if m.Datos, err = json.Marshal(n); err != nil {
			return err
		}
		m.Dueno, m.Hasta = "", time.Time{}
		if _, err = marks.EscribirMarca(ctx, m); !errors.Is(err, fault.Conflict) {
			return err
		}
	}
}
