package migrar

import (
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
	ErrDone    = errors.New("the migration is over: everything was copied")

	errOvertaken = errors.New("another run of this migration began, or an answer of the tables was lost. If no other one is at work, run it again: it goes on")
)

// begin takes the mark, or says why not.
func (c *copying) begin(ctx context.Context) error {
	m, n, err := cargo.ReadNote(ctx, c.Target)
	if err == nil {
		err = c.mayBegin(ctx, m.Token == 0, n)
	}
	if err == nil {
		err = c.Begin()
	}
	if err != nil {
		return err
	}
	c.marca = m
	return c.mark(ctx, cargo.UnderWay)
}

func (c *copying) mayBegin(ctx context.Context, first bool, n cargo.Note) error {
	const elsewhere = "Nothing was changed. Name new tables (CARPETA_DYNAMODB_TABLE_PREFIX) and empty buckets"
	switch {
	case first:
		used, err := inUse(ctx, c.Target)
		if err == nil && used {
			err = fmt.Errorf("%w. %s", ErrOther, elsewhere)
		}
		return err
	case n.State != cargo.UnderWay:
		return fmt.Errorf("%w, and again it would write over what was changed since. %s for another one", ErrDone, elsewhere)
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

// mark writes the mark, unless another run did since.
func (c *copying) mark(ctx context.Context, state string) error {
	data, err := json.Marshal(cargo.Note{Origin: c.Origin, Version: c.Source.Version(), State: state})
	if err != nil {
		return err
	}
	c.marca.Nombre, c.marca.Datos = cargo.MarkName, data
	c.marca, err = c.Target.EscribirMarca(ctx, c.marca)
	if errors.Is(err, fault.Conflict) {
		err = errOvertaken
	}
	return err
}
