package eliminacion

import (
	"log/slog"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

// Ejecutor carries deletions through their steps. Whoever holds a deletion gives it to Avanzar: the request that wrote
// it and the sweeper that leased it by way of a place in this process (Lugares, Ejecutar), a message of a queue by way
// of Atender.
type Ejecutor struct {
	Store     Store
	Objetos   documento.Objetos
	Despacho  Despacho
	Lugares   Lugares // nil: this process executes only what messages bring
	Metrics   Metrics
	Plazos    Plazos
	Papeles   role.Set         // of this process; nil: all
	Clock     func() time.Time // of the machine; stored times are of milliseconds
	Log       *slog.Logger
	Escribano auditoria.Escribano
}

// Fin is how far a deletion got.
type Fin struct {
	Eliminacion        // as it is stored
	Orden       string // routing key of the message that hands it on, or has its step tried again; empty if it is not time
	Err         error  // why its step failed, or could not be stored; nil if neither did
}

// puede reports whether this process has a role.
func (x *Ejecutor) puede(r role.Role) bool { return x.Papeles == nil || x.Papeles.Has(r) }

func (x *Ejecutor) now() time.Time { return documento.Milisegundos(x.Clock()) }
