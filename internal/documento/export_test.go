package documento

import "github.com/carpeta-ciudadana/servidor/internal/ground/relay"

// Scope is scope, for tests.
func (p PageRequest) Scope(sub, carpetaID string) relay.Scope { return p.scope(sub, carpetaID) }
