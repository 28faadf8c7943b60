package eliminacion

import (
	"context"
	"log/slog"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

// Ejecutor carries deletions through their steps. Whoever holds a deletion gives it to Avanzar: the request that wrote
// it and the sweeper that leased it by way of a place in this process, or whoever handles a message of a queue (Traer).
// It sends nothing: what is to be sent stands in the Fin.
type Ejecutor struct {
	Store     Store
	Objetos   documento.Objetos
	Cola      Cola // of the requests; Avanzar does not need it
	Metrics   Metrics
	Plazos    Plazos
	Papeles   role.Set         // of this process; nil: all
	Clock     func() time.Time // of the machine; stored times are of milliseconds
	Log       *slog.Logger
	Escribano auditoria.Escribano
}

// Traer reads the deletion of a message of a work queue.
func (x *Ejecutor) Traer(ctx context.Context, m broker.Message) (EnMano, error) {
	a, err := ReadAviso(m)
	if err != nil {
		return EnMano{}, err
	}
	desde := x.Clock()
	e, err := x.Store.Eliminacion(ctx, a.EventoID)
	return EnMano{Eliminacion: e, Leida: desde, Orden: m.Type, Vez: m.Intento}, err
}

// puede reports whether this process has a role.
func (x *Ejecutor) puede(r role.Role) bool { return x.Papeles == nil || x.Papeles.Has(r) }

func (x *Ejecutor) now() time.Time { return documento.Milisegundos(x.Clock()) }
