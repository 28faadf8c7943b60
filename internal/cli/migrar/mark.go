package migrar

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
	"github.com/carpeta-ciudadana/servidor/internal/store/marca"
)

// State is how far a migration is.
type State string

// The states.
const (
	UnderWay State = "EN_CURSO"    // not whole
	Ready    State = "LISTA"       // all that the source has is there
	Served   State = "EN_SERVICIO" // a server or a command took over: nothing may be copied here any more
)

// Note is what the mark in the tables says.
type Note struct {
	Origin  string `json:"origen"`
	Version int    `json:"version"` // of the source
	State   State  `json:"estado"`
}

// The refusals.
var (
	ErrOther   = errors.New("the tables hold data that are not of this migration")
	ErrChanged = errors.New("the data folder changed since this migration began")
	ErrServed  = errors.New("the migration is over: a server or a command has written into these tables")

	errOvertaken = errors.New("another run of this migration began and goes on; this one stopped")
)

func read(ctx context.Context, marks marca.Store) (m marca.Marca, n Note, err error) {
	m, err = marks.LeerMarca(ctx, cargo.MarkName)
	if err == nil && m.Token > 0 {
		err = json.Unmarshal(m.Datos, &n)
	}
	return m, n, err
}

// begin takes the mark, or says why not.
func (c *copying) begin(ctx context.Context) error {
	m, n, err := read(ctx, c.Target)
	if err != nil {
		return err
	}
	c.marca, c.again = m, m.Token > 0
	if err := c.mayBegin(ctx, n); err != nil {
		return err
	}
	if err := c.Begin(); err != nil {
		return err
	}
	return c.mark(ctx, UnderWay)
}

func (c *copying) mayBegin(ctx context.Context, n Note) error {
	const elsewhere = "Nothing was changed. Name new tables (CARPETA_DYNAMODB_TABLE_PREFIX) and empty buckets"
	switch {
	case !c.again:
		used, err := inUse(ctx, c.Target)
		if err == nil && used {
			err = fmt.Errorf("%w. %s", ErrOther, elsewhere)
		}
		return err
	case n.State == Served:
		return fmt.Errorf("%w, and the migration would write over it. %s for another one", ErrServed, elsewhere)
	case n.Origin != c.Origin:
		return fmt.Errorf("%w: they are of another server's migration. %s, or the data folder that it began with", ErrOther, elsewhere)
	case n.Version != c.Source.Version():
		return fmt.Errorf("%w: its server ran in between, and the tables may hold what is gone. %s, and begin anew", ErrChanged, elsewhere)
	}
	return nil
}

// inUse reports whether somebody uses the tables.
func inUse(ctx context.Context, t Target) (bool, error) {
	carpetas, err := t.OperadoresConCarpetas(ctx)
	if err != nil {
		return false, err
	}
	eventos, err := t.OperadoresConEventos(ctx)
	return len(carpetas)+len(eventos) > 0, err
}

// mark writes the mark. A conflict is another run, or the lost answer to this very write.
func (c *copying) mark(ctx context.Context, s State) error {
	data, err := json.Marshal(Note{c.Origin, c.Source.Version(), s})
	if err != nil {
		return err
	}
	m := c.marca
	m.Nombre, m.Datos = cargo.MarkName, data
	written, err := c.Target.EscribirMarca(ctx, m)
	if errors.Is(err, fault.Conflict) {
		written, _, err = read(ctx, c.Target)
		if err == nil && (written.Token != m.Token+1 || !bytes.Equal(written.Datos, data)) {
			err = errOvertaken
		}
	}
	if err == nil {
		c.marca = written
	}
	return err
}

// MayUse refuses to use tables of a migration that is not over.
func MayUse(ctx context.Context, marks marca.Store) error {
	_, n, err := read(ctx, marks)
	if err == nil && n.State == UnderWay {
		err = fault.Wrap(fault.Unavailable, errors.New("a migration into these tables is not over: they have part of what the old server had. Nothing was changed. "+
			"Run the migration again with its data folder"))
	}
	return err
}

// TakeOver is MayUse for who writes, a server or a command: from now on no migration writes here.
func TakeOver(ctx context.Context, marks marca.Store) error {
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
		if _, err = marks.EscribirMarca(ctx, m); !errors.Is(err, fault.Conflict) {
			return err
		}
	}
}
