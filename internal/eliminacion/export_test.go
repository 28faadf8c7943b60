package eliminacion

import "github.com/carpeta-ciudadana/servidor/internal/ground/relay"

// HechoDe is the event of a change.
var HechoDe = hechoDe

// MensajeDe is what a citizen reads of a failed step.
var MensajeDe = mensajeDe

// Scope is scope, for tests.
func (f Filtro) Scope(sub, carpetaID string) relay.Scope { return f.scope(sub, carpetaID) }
