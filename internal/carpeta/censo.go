package carpeta

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// Censo finds every carpeta without a Scan, operador by operador, to compare
// the stores. Failures are those of Store.
type Censo interface {
	// OperadoresConCarpetas lists, in order, every operadorId under which a carpeta
	// was ever created. A name too many is possible, a missing one is not.
	OperadoresConCarpetas(ctx context.Context) ([]string, error)
	// CarpetasDeOperador lists carpetaIds in order after desde; fewer than limite only
	// at the end. May lag behind AbrirCarpeta.
	CarpetasDeOperador(ctx context.Context, operadorID, desde string, limite int) ([]string, error)
	// CorregirTotal sets the totals, of visible documents and of those in the bin, of a carpeta that still has vista's
	// totals and version; the version stays. CONFLICT, and nothing written, otherwise: also on the
	// repetition of a write whose answer was lost.
	CorregirTotal(ctx context.Context, vista Carpeta, total, papelera int64, h auditoria.Evento) error
	// CorregirUso sets the usage, counted from then on in full. The conditions are those
	// of CorregirTotal, and that the usage is still vista's.
	CorregirUso(ctx context.Context, vista Carpeta, uso Uso, h auditoria.Evento) error
}
