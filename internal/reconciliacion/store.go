package reconciliacion

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Marca is a note under a name: the progress of a walk, and its walker.
type Marca struct {
	Nombre string
	Token  int64     // grows with every write: a walker that lost the mark is fenced off
	Dueno  string    // the process that walks
	Hasta  time.Time // until when it is its alone
	Datos  []byte    // JSON of ours
}

// Marcas keeps the marks. Failures are *fault.Error, as of the other stores.
type Marcas interface {
	// LeerMarca reads one, strongly consistent; of one that was never written Token is 0.
	LeerMarca(ctx context.Context, nombre string) (Marca, error)
	// EscribirMarca writes m with the next token and returns it. CONFLICT unless the
	// stored token is m's: also on the repetition of a write whose answer was lost.
	EscribirMarca(ctx context.Context, m Marca) (Marca, error)
}

// Almacen is the reconciler's part of the stores.
type Almacen interface {
	carpeta.Store
	carpeta.Censo
	documento.Store
	documento.Recorrible
	eliminacion.Store
	eliminacion.Reparaciones
	Marcas
}
