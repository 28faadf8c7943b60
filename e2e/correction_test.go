package e2e_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

const correctMutation = `mutation($id: ID!, $v: Int!, $t: String) { r: editarDocumento(input: {documentoId: $id, version: $v, titulo: $t}) {
  documento { id titulo version } errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`

type correctResult struct {
	Documento *struct {
		ID, Titulo string
		Version    int
	}
	Errores []userError
}

func correct(t *testing.T, c serverkit.Client, id string, version int, titulo string) correctResult {
	t.Helper()
	return serverkit.Do[alias[correctResult]](t, c, correctMutation, obj{"id": id, "v": version, "t": titulo}).R
}

// TestCorrectionsSurviveAKill: what was answered before a kill -9 is there after it, and the same correction again is success;
// a document is not corrected inside an undo window, and is afterwards.
func TestCorrectionsSurviveAKill(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "12")[0]
		s := house.Start(t)
		c := s.Client(t, mine.CiudadanoID, "ciudadano")
		free := deletable(allFilas(t, c, mine.CarpetaID))
		first := correct(t, c, free[0], 1, "Ácta de la finca")
		if first.Documento == nil || first.Documento.Version != 2 {
			t.Fatalf("%+v", first)
		}
		s.Kill(t)
		c = house.Start(t).Client(t, mine.CiudadanoID, "ciudadano")
		same(t, "the same again", first, correct(t, c, free[0], 1, "Ácta de la finca"))
		mustSame(t, "its row", "Ácta de la finca", allFilas(t, c, mine.CarpetaID)[free[0]].Titulo)
		old := correct(t, c, free[0], 1, "Otra")
		requireRefused(t, "an old version", old.Documento != nil, old.Errores, "DocumentoCambiado")

		e := deleteDocumento(t, c, free[0], 600)
		locked := correct(t, c, free[0], 2, "Otra")
		requireRefused(t, "inside the window", locked.Documento != nil, locked.Errores, "OperacionNoPermitida")
		cancelarEliminacion(t, c, e.EventoID)
		if again := correct(t, c, free[0], 2, "Otra"); again.Documento == nil || again.Documento.Version != 3 {
			t.Errorf("after the window: %+v", again)
		}
	})
}
