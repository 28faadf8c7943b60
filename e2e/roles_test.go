package e2e_test

import (
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestEachRoleInItsOwnProcess: five processes with one role each are a whole server. When one ends, what needs
// it waits, uses up no attempt, and says for whom it waits; when it is back, everything goes on by itself.
func TestEachRoleInItsOwnProcess(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Distributed)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "30", "--archivos")[0]
	house = house.With(shortPlazos...).With("CARPETA_OBJECT_TIMEOUT=1s", "CARPETA_PLAZO=3s")
	processes := map[role.Role]*serverkit.Server{}
	for _, r := range role.All {
		processes[r] = house.Start(t, "--papeles", string(r))
	}
	api := processes[role.API]
	c := api.Client(t, mine.CiudadanoID, "ciudadano")
	before := allFilas(t, c, mine.CarpetaID)
	free := deletable(before)
	operadorID := serverkit.Do[struct{ MiCarpeta struct{ OperadorID string } }](t, c, `{ miCarpeta { operadorId } }`, nil).MiCarpeta.OperadorID
	op := serverkit.Client{URL: api.URL, Token: house.Token(t, "funcionaria", "operador", operadorID, time.Hour)}
	untilEstado(t, c, deleteDocumento(t, c, free[0], 0).EventoID, "COMPLETADA", recovery)

	for i, r := range []role.Role{role.Coordinator, role.ObjectEraser, role.MetadataEraser, role.Sweeper} {
		if code := processes[r].Stop(t); code != 0 {
			t.Errorf("%s: exit code %d", r, code)
		}
		untilMissing(t, api, r)
		window := 0
		if r == role.Sweeper {
			window = 1 // nobody begins it when its window closes
		}
		evento := deleteDocumento(t, c, free[1+i], window).EventoID
		serverkit.WaitFor(t, recovery, "the cause of "+string(r), func() bool {
			b := serverkit.Do[alias[struct{ Causa, Detalle string }]](t, op, `query($id: ID!) { r: porQueNoAvanza(eventoId: $id) { causa detalle } }`, obj{"id": evento}).R
			return b.Causa == "SIN_PROCESO" && strings.Contains(b.Detalle, string(r))
		})
		if _, body := api.Admin(t, "/metrics"); !strings.Contains(body, `carpeta_role_present{papel="`+string(r)+`"} 0`) {
			t.Errorf("the metric does not say that nobody is %s", r)
		}
		processes[r].Restart(t)
		untilEstado(t, c, evento, "COMPLETADA", recovery)
	}
	intact(t, house, c, mine.CarpetaID, before, free[:5])
}

// untilMissing waits until a process says that a role is missing, and that it serves all the same.
func untilMissing(t *testing.T, s *serverkit.Server, r role.Role) {
	t.Helper()
	serverkit.WaitFor(t, recovery, string(r)+" seen to be missing", func() bool {
		status, body := s.Admin(t, "/readyz?verbose")
		return status == 200 && strings.Contains(body, string(r)) && strings.Contains(body, `"degraded"`)
	})
}
