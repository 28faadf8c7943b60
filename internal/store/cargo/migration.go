package cargo

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
)

// MarkName is the mark of a migration, in the store that it fills.
const MarkName = "migracion"

// The states of a migration. A server that finds the first refuses to start; the migration, any other one.
const (
	UnderWay = "EN_CURSO"
	Done     = "LISTA"
)

// Note is what the mark in the tables says.
type Note struct {
	Origin string `json:"origen"` // the data folder and the version of its database
	State  string `json:"estado"`
}

// ReadNote reads the mark of a migration; its Token is 0 if there was none.
func ReadNote(ctx context.Context, marks marca.Store) (m marca.Marca, n Note, err error) {
	m, err = marks.LeerMarca(ctx, MarkName)
	if err == nil && m.Token > 0 {
		err = json.Unmarshal(m.Datos, &n)
	}
	return m, n, err
}

// MayUse refuses to use tables of a migration that is not over.
func MayUse(ctx context.Context, marks marca.Store) error {
	_, n, err := ReadNote(ctx, marks)
	if err == nil && n.State == UnderWay {
		err = fault.Wrap(fault.Unavailable, errors.New("a migration into these tables is not over: they have part of what the old server had. Nothing was changed. "+
			"Run the migration again with its data folder"))
	}
	return err
}
