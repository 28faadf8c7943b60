package documento

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
)

// Filtro narrows a list; an empty member does not filter.
type Filtro struct {
	Tipo   Tipo
	Estado Estado
}

// Incluye reports whether a row passes.
func (f Filtro) Incluye(fila Fila) bool {
	return (f.Tipo == "" || f.Tipo == fila.Tipo) && (f.Estado == "" || f.Estado == fila.Estado)
}

// MaxReads bounds the store calls of one Consulta. A carpeta of 100,000
// documents is 39 calls of 1 MB, so only a larger one can meet the bound.
const MaxReads = 64

// Store keeps the documents. Failures are *fault.Error: NOT_FOUND when absent
// (or expired), UNAVAILABLE when the store does not answer in time, CONFLICT when
// a concurrent change kept winning.
type Store interface {
	// Listar returns up to Limite rows in walk order; fewer only if the walk
	// reached its end. Without a filter it is one store call, unless a call's 1 MB are not enough. May lag behind writes.
	// QUERY_TOO_COMPLEX after MaxReads calls that did not fill the run.
	Listar(ctx context.Context, c Consulta) ([]Fila, error)
	// Documento reads one, strongly consistent, in any state.
	Documento(ctx context.Context, k Clave) (Documento, error)
	// Documentos reads up to 100 in one round. Absent ones are left out; order is not kept.
	Documentos(ctx context.Context, ks []Clave) ([]Documento, error)
	// CrearCarga writes a document in state CARGANDO, invisible to Listar.
	// CONFLICT if the id is taken.
	CrearCarga(ctx context.Context, d Documento) error
	// ConfirmarCarga makes it visible: in one transaction the document changes from
	// CARGANDO to PROCESADO with d's attributes (ExpiraEn is dropped) and the
	// carpeta's total and version grow by one. If the stored one is not CARGANDO
	// any more nothing changes and it is returned: a repeated call counts once.
	ConfirmarCarga(ctx context.Context, d Documento) (Documento, error)
}

// Sembrador writes generated data in bulk: seeds and benchmarks.
type Sembrador interface {
	// Sembrar writes a carpeta, with its total, and all its documents, visible.
	// Not atomic: a seed that died is written again under new ids.
	Sembrar(ctx context.Context, c carpeta.Carpeta, ds []Documento) error
}
