package operacion_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay/relaytest"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
)

// A new field of a filter binds cursors without a line in this package.
func TestEveryFieldIsBound(t *testing.T) {
	relaytest.EveryFieldBinds(t, func(f operacion.Filtro) relay.Scope { return f.Scope("sub", "op") })
	relaytest.EveryFieldBinds(t, func(f operacion.FiltroMensajes) relay.Scope { return f.Scope("sub", "op") })
}
