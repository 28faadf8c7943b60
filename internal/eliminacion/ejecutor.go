package eliminacion

import (
	"log/slog"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

// Ejecutor carries deletions through their steps. Whoever holds a deletion gives it to Avanzar: the request that wrote
// it and the sweeper that leased it by way of a place in this process (Ejecutar), a message of a queue by way of Atender.
type Ejecutor struct {
	Store     Store
	Objetos   documento.Objetos
	Despacho  Despacho
	Metrics   Metrics
	Plazos    Plazos
	Papeles   role.Set         // of this process; nil: all
	Clock     func() time.Time // of the machine; stored times are of milliseconds
	Log       *slog.Logger
	Escribano auditoria.Escribano
}

// Fin is how far a deletion got.
type Fin struct {
	EnMano        // as it is stored
	Aviso  string // routing key of the message that tells the subscribers; empty if they need none
	Relevo string // routing key of the message that hands it on; empty if nobody has to do anything now
	Err    error  // why its message has to come again, or is a dead letter; nil if it is due by what is stored
}

// puede reports whether this process has a role.
func (x *Ejecutor) puede(r role.Role) bool { return x.Papeles == nil || x.Papeles.Has(r) }

func (x *Ejecutor) now() time.Time { return documento.Milisegundos(x.Clock()) }
