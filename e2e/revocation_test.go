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

const closeSessions = `mutation { r: cerrarSesiones { antesDe errores { ... on ErrorDeUsuario { codigo } } } }`

// TestAPersonEndsTheirOtherSessions is the application's "No fui yo". Every other token of the person is refused, whenever
// its session began, also by another process and on open subscriptions. The session that asked goes on, and new sessions
// can begin. A token without a recent sign-in cannot ask.
func TestAPersonEndsTheirOtherSessions(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Distributed)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "9")[0]
	s := house.Start(t)
	other := house.Start(t)
	session := func() serverkit.Client {
		token := house.TokenOfLevel(t, mine.CiudadanoID, "ciudadano", "", "alto", time.Hour)
		time.Sleep(time.Second) // a session begins at a second
		return serverkit.Client{URL: s.URL, Token: token}
	}
	thief, owner := session(), session()
	later := session() // it begins after the session that asks
	elsewhere := serverkit.Client{URL: other.URL, Token: thief.Token}
	b := deleteDocumento(t, thief, deletable(allFilas(t, owner, mine.CarpetaID))[0], 600)
	open := map[string]*serverkit.Subscription{}
	for name, start := range serverkit.Transports {
		open[name], open[name+" elsewhere"] = start(t, thief, oneSubscription, obj{"id": b.EventoID}), start(t, elsewhere, oneSubscription, obj{"id": b.EventoID})
	}
	kept := serverkit.Transports["SSE"](t, owner, oneSubscription, obj{"id": b.EventoID})
	defer kept.Close()
	untold := serverkit.Client{URL: s.URL, Token: house.Token(t, mine.CiudadanoID, "ciudadano", "", time.Hour)}
	r := untold.MustPost(t, closeSessions, nil)
	requireCode(t, "a token that does not say when its person signed in", r, "INSUFFICIENT_AUTHENTICATION")
	mustSame(t, "challenge", `Bearer error="insufficient_user_authentication", max_age="300"`, r.Header.Get("WWW-Authenticate"))

	for range 2 { // the same again changes nothing
		if r := owner.MustPost(t, closeSessions, nil); r.Status != http.StatusOK || strings.Contains(string(r.Body), "codigo") {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
	}
	requireCode(t, "the older session, at once", thief.MustPost(t, closeSessions, nil), "UNAUTHENTICATED")
	requireCode(t, "the later session, at once", later.MustPost(t, closeSessions, nil), "UNAUTHENTICATED")
	serverkit.WaitFor(t, revokedWithin, "the other process knows", func() bool {
		return elsewhere.MustPost(t, `{ __typename }`, nil).Status == http.StatusUnauthorized
	})
	for name, sub := range open {
		sub.UntilEnd(t, revokedWithin)
		t.Logf("%s ended", name)
	}
	if closed := serverkit.WebSocketCloseCode(t, thief, oneSubscription, obj{"id": b.EventoID}); closed != 4403 {
		t.Errorf("WebSocket closed with %d", closed)
	}
	for name, c := range map[string]serverkit.Client{"the session that asked": owner, "a new one": session(), "another person": s.Client(t, "auditora", "auditor")} {
		if r := c.MustPost(t, `{ __typename }`, nil); r.Status != http.StatusOK {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
	}
	if _, found := kept.Next(t, soon); !found {
		t.Error("a stream of the session that asked has ended")
	}
	looks := serverkit.Do[alias[struct {
		Accesos struct {
			Nodes []struct {
				Tipo   string
				Propio bool
			}
		}
	}]](t, owner, `query($id: ID!) { r: carpeta(id: $id) { accesos { nodes { tipo propio } } } }`, obj{"id": mine.CarpetaID}).R.Accesos.Nodes
	told := 0
	for _, look := range looks {
		if look.Tipo == "revocacion.cambiada" && look.Propio {
			told++
		}
	}
	mustSame(t, "what the owner's list tells of it", 1, told)
}
