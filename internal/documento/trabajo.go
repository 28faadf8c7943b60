package documento

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Sigue is the error of a Consulta that reached a bound of its work before the page was full. Its rows are good,
// and the walk goes on after this key.
func Sigue(clave string) error { return relay.Stopped{After: clave} }

// precioDeFila is the price of a row that the filter keeps back: it takes the processor twice as long as a field of
// an answer.
const precioDeFila = 2

// FilasEnVano charges the operation of this context for n rows that a store read and its filter kept back.
func FilasEnVano(ctx context.Context, n int) { quota.Spend(ctx, precioDeFila*n) }

// bytesPorUnidad of a file are hashed in the time of a field.
const bytesPorUnidad = 2 << 10

// BytesLeidos charges the operation of this context for n bytes of a file that an object store read to hash them.
func BytesLeidos(ctx context.Context, n int64) { quota.Spend(ctx, int(n/bytesPorUnidad)) }

// Filtrar begins a walk with a filter. It waits until the other filtered walks of the operation have ended, and
// refuses the walk once they have read as much as one operation may. The caller calls leave at its end.
func Filtrar(ctx context.Context) (leave func(), err error) {
	leave = quota.Walk(ctx)
	if !quota.Exhausted(ctx) {
		return leave, nil
	}
	leave()
	return nil, fault.New(fault.QueryTooComplex, "Los filtros de esta consulta ya hicieron leer demasiado.").
		WithRecuperacion("Pida menos listas con filtro en una consulta.")
}

// ContarFilasEnVano makes a context that counts the rows of FilasEnVano, for callers that ask a store directly.
func ContarFilasEnVano(ctx context.Context) (context.Context, func() int) {
	ctx, tab := quota.WithTab(ctx, precioDeFila*MaxFilas*MaxLlamadas)
	return ctx, func() int { return tab.Spent() / precioDeFila }
}
