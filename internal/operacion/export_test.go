package operacion

import "github.com/carpeta-ciudadana/servidor/internal/ground/relay"

// Scope is scope, for tests.
func (f Filtro) Scope(sub, operadorID string) relay.Scope { return f.scope(sub, operadorID) }

// Scope is scope, for tests.
func (f FiltroMensajes) Scope(sub, operadorID string) relay.Scope { return f.scope(sub, operadorID) }
