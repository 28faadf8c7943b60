package eliminacion

import (
	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Servicio is every use case of deletions. What carries them on is its Ejecutor.
type Servicio struct {
	*Ejecutor
	Carpetas   carpeta.Store
	Conocidas  *carpeta.Conocidas // nil: every carpeta is read each time
	Documentos documento.Store
	Cursores   *relay.Codec
	NewID      func() string // UUID v7

	// Auditoria writes down who else than the owner looks at a deletion.
	Auditoria *auditoria.Lecturas
}
