package reconciliacion

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

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
	CorregirTotal(ctx context.Context, vista carpeta.Carpeta, total, papelera int64, h auditoria.Evento) error
	CorregirUso(ctx context.Context, vista carpeta.Carpeta, uso carpeta.Uso, h auditoria.Evento) error
	eliminacion.Reparaciones
}
