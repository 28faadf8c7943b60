package documento

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Sigue is the error of a Consulta whose work is done before it is full: its rows are good, and it
// goes on after this key.
func Sigue(clave string) error { return relay.Stopped{After: clave} }

// precioDeMirada is what a row in vain costs: it takes the processor twice as long as a field that is answered.
const precioDeMirada = 2

// MiradasEnVano tells that a store looked at rows that did not pass: who asked pays for them.
func MiradasEnVano(ctx context.Context, n int) { quota.Spend(ctx, precioDeMirada*n) }

// bytesPorUnidad of a file are hashed in the time of a field.
const bytesPorUnidad = 2 << 10

// BytesLeidos tells that an object store read so much of a file to say its hash: who asked pays for it.
func BytesLeidos(ctx context.Context, n int64) { quota.Spend(ctx, int(n/bytesPorUnidad)) }

// Filtrar begins a walk with a filter, when the others of its operation have ended. It refuses it once they
// have read what an operation may. Call leave at its end.
func Filtrar(ctx context.Context) (leave func(), err error) {
	leave = quota.Walk(ctx)
	if !quota.Exhausted(ctx) {
		return leave, nil
	}
	leave()
	return nil, fault.New(fault.QueryTooComplex, "Los filtros de esta consulta ya hicieron leer demasiado.").
		WithRecuperacion("Pida menos listas con filtro en una consulta.")
}

// ContarMiradas counts them, for who asks a store directly.
func ContarMiradas(ctx context.Context) (context.Context, func() int) {
	ctx, tab := quota.WithTab(ctx, precioDeMirada*MaxMiradas*MaxLecturas)
	return ctx, func() int { return tab.Spent() / precioDeMirada }
}
