package e2e_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestNewsOfTheBin: a tab that keeps its list by the news alone is right when documents go into the bin, come back from it,
// and are erased; also a tab that was away meanwhile, which is told nothing of what was there before.
func TestNewsOfTheBin(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "40", "--archivos")[0]
		c := house.Start(t).Client(t, mine.CiudadanoID, "ciudadano")
		free := deletable(allFilas(t, c, mine.CarpetaID))
		b := newTab(t, c, mine.CarpetaID, serverkit.Transports["WebSocket"])

		first := deleteDocumento(t, c, free[0], 600)
		if n := b.next(t); n.Tipo != "BLOQUEADO" || n.Documento != nil {
			t.Fatalf("into the bin: %+v", n)
		}
		b.matches(t)
		cancelarEliminacion(t, c, first.EventoID)
		if n := b.next(t); n.Tipo != "DESBLOQUEADO" || n.Documento == nil || n.Documento.EstadoDocumento != "PROCESADO" {
			t.Fatalf("back from the bin: %+v", n)
		}
		b.matches(t)

		b.sub.Close()
		stays, back, gone := deleteDocumento(t, c, free[1], 600), deleteDocumento(t, c, free[2], 600), deleteDocumento(t, c, free[3], 600)
		cancelarEliminacion(t, c, back.EventoID)
		serverkit.Do[alias[any]](t, c, `mutation($id: ID!) { r: borrarYa(input: {eventoIds: [$id]}) { errores { __typename } } }`, obj{"id": gone.EventoID})
		untilEstado(t, c, gone.EventoID, "COMPLETADA", soon)
		b.connect(t)
		b.until(t, func() bool {
			return b.list[free[1]] == "" && b.list[free[3]] == "" && b.steps[stays.EventoID] == 1 && b.steps[back.EventoID] == 2
		})
		b.matches(t)
	})
}
