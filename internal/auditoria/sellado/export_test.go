package sellado

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
)

// Vuelta is one turn of the loop.
func (s *Sellador) Vuelta(ctx context.Context) {
	s.conocer(ctx)
	s.vuelta(ctx)
}

// Soltar gives the leases back, as the end of Run does.
func (s *Sellador) Soltar(ctx context.Context) { s.soltar(ctx) }

// NewFuente is the source of a process that has just started.
func NewFuente(cfg Config, operadorID string) sello.Source { return New(cfg).fuente(operadorID) }

// Hoja finds the number of an event.
func Hoja(ctx context.Context, actas Actas, operadorID, eventoID string) (int64, error) {
	return hoja(ctx, actas, operadorID, eventoID)
}

// Entrada is what the log holds of an event.
var Entrada = entrada
