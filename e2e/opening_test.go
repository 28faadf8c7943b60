package e2e_test

import (
	"sync"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestFirstVisitOpens: eight pages of a new citizen at once open one carpeta.
func TestFirstVisitOpens(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Embedded).With("CARPETA_APERTURA_OPERADOR=op-todos")
	c := house.Start(t).Client(t, "1021", "ciudadano")
	ids := make([]string, 8)
	var wg sync.WaitGroup
	for n := range ids {
		wg.Go(func() {
			ids[n] = serverkit.Do[alias[struct{ CarpetaID string }]](t, c, `{ r: miCarpeta { carpetaId operadorId } }`, nil).R.CarpetaID
		})
	}
	wg.Wait()
	for _, id := range ids {
		mustSame(t, "carpetaId", ids[0], id)
	}
}
