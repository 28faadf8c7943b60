package archivado

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// Objetos is where the days lie. Keys are paths: letters, digits, dots, dashes, underscores and slashes.
type Objetos interface {
	// Get returns a whole object, or fault.NotFound.
	Get(ctx context.Context, key string) ([]byte, error)
	// Put writes once: the same bytes again are no error, others under the same key are fault.Conflict.
	Put(ctx context.Context, key string, data []byte) error
	// Load returns the object and its version, or fault.NotFound.
	Load(ctx context.Context, key string) (data []byte, version string, err error)
	// Swap replaces the object of this version ("": none is there), or is fault.Conflict.
	Swap(ctx context.Context, key, version string, data []byte) error
}

// Rastro is the part of auditoria.Store that is archived.
type Rastro interface {
	Eventos(ctx context.Context, c auditoria.Consulta) ([]auditoria.Evento, error)
	Evento(ctx context.Context, operadorID, eventoID string) (auditoria.Evento, error)
	OperadoresConEventos(ctx context.Context) ([]string, error)
}

// Metrics counts what happens.
type Metrics interface {
	// Archivado counts events that were archived and read back.
	Archivado(eventos int)
	// RetrasoArchivado is how long the oldest day that is not archived could have been; 0: none.
	// Not called while that day is not known.
	RetrasoArchivado(d time.Duration)
	// ArchivadoFallido counts passes that failed and are tried again.
	ArchivadoFallido()
}
