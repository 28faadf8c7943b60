package documento

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Scope is scope, for tests.
func (p PageRequest) Scope(sub, carpetaID string) relay.Scope { return p.scope(sub, carpetaID) }

// SoloPresentes is a walk without the rows that are gone.
var SoloPresentes = soloPresentes

// SoloPresentesDesde is one that begins with the row of its cursor.
var SoloPresentesDesde = soloPresentesDesde

// Validado is a filter made fit.
func Validado(f Filtro) (Filtro, error) { return new(Servicio).validado(context.Background(), f) }

// Plegar is a text as searches see it.
func Plegar(s string) string { return string(plegar(nil, s)) }
