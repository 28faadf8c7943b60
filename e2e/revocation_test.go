package e2e_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// revokedWithin is what docs/operacion.md promises.
const revokedWithin = 10 * time.Second

// TestRevocationReachesTheServers: a command takes a citizen's tokens out of use. Requests,
// sockets and event streams know within ten seconds, and others notice nothing.
func TestRevocationReachesTheServers(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "9")[0]
		s := house.Start(t)
		c, other := s.Client(t, mine.CiudadanoID, "ciudadano"), s.Client(t, "auditora", "auditor")
		b := deleteDocumento(t, c, deletable(allFilas(t, c, mine.CarpetaID))[0], 600)
		open := map[string]*serverkit.Subscription{}
		for name, start := range serverkit.Transports {
			open[name] = start(t, c, oneSubscription, obj{"id": b.EventoID})
		}
		house.MustRun(t, "revocacion", "agregar", "--sujeto", mine.CiudadanoID)
		start := time.Now()
		for name, sub := range open {
			sub.UntilEnd(t, revokedWithin)
			t.Logf("%s ended after %v", name, time.Since(start))
		}
		r := c.MustPost(t, `{ __typename }`, nil)
		requireCode(t, "revoked", r, "UNAUTHENTICATED")
		if r.Status != http.StatusUnauthorized {
			t.Errorf("status %d", r.Status)
		}
		if closed := serverkit.WebSocketCloseCode(t, c, oneSubscription, obj{"id": b.EventoID}); closed != 4403 {
			t.Errorf("WebSocket closed with %d", closed)
		}
		if r := other.MustPost(t, `{ __typename }`, nil); r.Status != http.StatusOK {
			t.Errorf("another subject: %d %s", r.Status, r.Body)
		}
		if list := house.MustRun(t, "revocacion", "listar"); !strings.Contains(list, mine.CiudadanoID) {
			t.Errorf("the list: %s", list)
		}
		house.MustRun(t, "revocacion", "retirar", "--sujeto", mine.CiudadanoID)
		serverkit.WaitFor(t, revokedWithin, "taken back", func() bool {
			return c.MustPost(t, `{ __typename }`, nil).Status == http.StatusOK
		})
		_, page := s.Admin(t, "/metrics")
		if !strings.Contains(page, "\ncarpeta_revocations 0\n") {
			t.Error("the metric does not say 0")
		}
	})
}
