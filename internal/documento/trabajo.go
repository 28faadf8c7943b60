package documento

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Sigue is the error of a Consulta whose work is done before it is full: its rows are good, and it
// goes on after this key.
func Sigue(clave string) error { return relay.Stopped{After: clave} }

// DondeSigue is the key of Sigue; false for any other error, and for none.
func DondeSigue(err error) (clave string, sigue bool) {
	var s relay.Stopped
	sigue = errors.As(err, &s)
	return s.After, sigue
}

// MiradasEnVano tells that a store looked at rows that did not pass: who asked pays for them.
func MiradasEnVano(ctx context.Context, n int) { quota.Spend(ctx, n) }

// PuedeFiltrar refuses a filter of an operation whose filters have read what it may.
func PuedeFiltrar(ctx context.Context) error {
	if !quota.Exhausted(ctx) {
		return nil
	}
	return fault.New(fault.QueryTooComplex, "Los filtros de esta consulta ya hicieron leer demasiado.").
		WithRecuperacion("Pida menos listas con filtro en una consulta.")
}

// ContarMiradas counts them, for who asks a store directly.
func ContarMiradas(ctx context.Context) (context.Context, func() int) {
	ctx, tab := quota.WithTab(ctx, MaxMiradas*MaxLecturas)
	return ctx, tab.Spent
}
