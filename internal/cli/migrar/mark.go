package migrar

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
)

// The refusals.
var (
	ErrOther   = errors.New("the tables hold data that are not of this migration")
	ErrChanged = errors.New("the data folder changed since this migration began")
	ErrServed  = errors.New("the migration is over: a server or a command has written into these tables")

	errOvertaken = errors.New("another run of this migration began and goes on; this one stopped")
)

// begin takes the mark, or says why not.
func (c *copying) begin(ctx context.Context) error {
	m, n, err := cargo.ReadNote(ctx, c.Target)
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
	return c.mark(ctx, cargo.UnderWay)
}

func (c *copying) mayBegin(ctx context.Context, n cargo.Note) error {
	const elsewhere = "Nothing was changed. Name new tables (CARPETA_DYNAMODB_TABLE_PREFIX) and empty buckets"
	switch {
	case !c.again:
		used, err := inUse(ctx, c.Target)
		if err == nil && used {
			err = fmt.Errorf("%w. %s", ErrOther, elsewhere)
		}
		return err
	case n.State == cargo.Served:
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
func (c *copying) mark(ctx context.Context, s cargo.State) error {
	data, err := json.Marshal(cargo.Note{Origin: c.Origin, Version: c.Source.Version(), State: s})
	if err != nil {
		return err
	}
	m := c.marca
	m.Nombre, m.Datos = cargo.MarkName, data
	written, err := c.Target.EscribirMarca(ctx, m)
	if errors.Is(err, fault.Conflict) {
		written, _, err = cargo.ReadNote(ctx, c.Target)
		if err == nil && (written.Token != m.Token+1 || !bytes.Equal(written.Datos, data)) {
			err = errOvertaken
		}
	}
	if err == nil {
		c.marca = written
	}
	return err
}
