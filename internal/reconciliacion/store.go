package reconciliacion

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
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

// Metadatos is the part of the stores that the walks read. Each method is described at
// the port that it is from.
type Metadatos interface {
	// Of carpeta.Censo and carpeta.Store.
	OperadoresConCarpetas(ctx context.Context) ([]string, error)
	CarpetasDeOperador(ctx context.Context, operadorID, desde string, limite int) ([]string, error)
	Carpeta(ctx context.Context, carpetaID string) (carpeta.Carpeta, error)
	Carpetas(ctx context.Context, carpetaIDs []string) ([]carpeta.Carpeta, error)
	// Of documento.Recorrible and documento.Store.
	documento.Recorrible
	Documento(ctx context.Context, k documento.Clave) (documento.Documento, error)
	// Of eliminacion.Store.
	Operadores(ctx context.Context) ([]string, error)
	Vencidas(ctx context.Context, operadorID string, now time.Time, limite int) ([]eliminacion.Pendiente, error)
	Eliminacion(ctx context.Context, eventoID string) (eliminacion.Eliminacion, error)
	Eliminaciones(ctx context.Context, eventoIDs []string) ([]eliminacion.Eliminacion, error)
}

// Reparaciones is the part of the stores that a repair writes: Iniciar is eliminacion.Store's, CorregirTotal
// and CorregirUso are carpeta.Censo's.
type Reparaciones interface {
	Iniciar(ctx context.Context, e eliminacion.Eliminacion, h auditoria.Evento) error
	CorregirTotal(ctx context.Context, vista carpeta.Carpeta, total int64, h auditoria.Evento) error
	CorregirUso(ctx context.Context, vista carpeta.Carpeta, uso carpeta.Uso, h auditoria.Evento) error
	eliminacion.Reparaciones
}
