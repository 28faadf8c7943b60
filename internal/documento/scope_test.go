package documento_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay/relaytest"
)

// A new field of a filter binds cursors without a line in this package.
func TestEveryFieldIsBound(t *testing.T) {
	relaytest.EveryFieldBinds(t, func(p documento.PageRequest) relay.Scope { return p.Scope("sub", "carpeta") })
	relaytest.EveryFieldBinds(t, func(f documento.Filtro) relay.Scope { return documento.PageRequest{Filtro: f}.Scope("sub", "carpeta") })
}
