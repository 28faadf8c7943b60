package notas

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// Teller has the trail hear of what a command does. It is asked before the change: a change whose event was not taken
// is not made.
type Teller interface {
	Tell(ctx context.Context, h auditoria.Evento) error
}

// Trail is the Teller that writes into the trail itself.
type Trail struct{ auditoria.Anotador }

// Tell implements Teller.
func (t Trail) Tell(ctx context.Context, h auditoria.Evento) error {
	return t.Anotar(ctx, auditoria.Escribano{}.Levantar(auditoria.Como(ctx, auditoria.Consola), h))
}
