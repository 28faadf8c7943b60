package e2e_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestBadTokensAreRefused: a token that proves nothing is refused, by every transport,
// and never taken for nobody.
func TestBadTokensAreRefused(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "9")[0]
		s := house.Start(t)
		c := s.Client(t, mine.CiudadanoID, "ciudadano")
		b := deleteDocumento(t, c, deletable(allFilas(t, c, mine.CarpetaID))[0], 600)
		parts := strings.Split(c.Token, ".")
		for name, token := range map[string]string{
			"expired":         house.Token(t, mine.CiudadanoID, "ciudadano", "", -time.Hour),
			"unsigned":        unsigned(t, parts[1]),
			"garbage":         "basura",
			"signature cut":   strings.Join(parts[:2], ".") + ".",
			"other signature": parts[0] + "." + parts[1] + "." + base64.RawURLEncoding.EncodeToString(make([]byte, 64)),
			"other payload":   parts[0] + "." + otherPayload(t, parts[1]) + "." + parts[2],
			"other issuer's":  serverkit.NewHouse(t, serverkit.Embedded).Token(t, mine.CiudadanoID, "ciudadano", "", time.Hour),
		} {
			bad := serverkit.Client{URL: c.URL, Token: token}
			r := bad.MustPost(t, `{ __typename }`, nil)
			requireCode(t, name, r, "UNAUTHENTICATED")
			if r.Status != http.StatusUnauthorized || !strings.HasPrefix(r.Header.Get("WWW-Authenticate"), "Bearer") {
				t.Errorf("%s: status %d, WWW-Authenticate %q", name, r.Status, r.Header.Get("WWW-Authenticate"))
			}
			if strings.Contains(string(r.Body), token) {
				t.Errorf("%s: the answer repeats the token", name)
			}
			if closed := serverkit.WebSocketCloseCode(t, bad, oneSubscription, obj{"id": b.EventoID}); closed != 4403 && closed != 4401 {
				t.Errorf("%s: WebSocket closed with %d", name, closed)
			}
		}
		nobody := serverkit.Client{URL: c.URL}
		requireCode(t, "nobody", nobody.MustPost(t, eliminacionQuery, obj{"id": b.EventoID}), "UNAUTHENTICATED")
		for name, open := range serverkit.Transports {
			_, end := open(t, nobody, oneSubscription, obj{"id": b.EventoID}).UntilEnd(t, soon)
			if len(end.Errors) != 1 || end.Errors[0].Extensions.Code != "UNAUTHENTICATED" {
				t.Errorf("%s of nobody: %+v", name, end)
			}
		}
	})
}

// unsigned is the token with algorithm none.
func unsigned(t *testing.T, content string) string {
	t.Helper()
	return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`)) + "." + content + "."
}

// otherPayload is the same payload with a role more.
func otherPayload(t *testing.T, content string) string {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(content)
	if err != nil {
		t.Fatal(err)
	}
	var m obj
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	m["roles"] = []string{"auditor", "ciudadano"}
	fresh, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(fresh)
}

// TestRolesOnOneEliminacion: the permissions of each role on one deletion.
func TestRolesOnOneEliminacion(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "9")[0]
		s := house.Start(t)
		c := s.Client(t, mine.CiudadanoID, "ciudadano")
		operador := serverkit.Do[alias[struct{ OperadorID string }]](t, c, `{ r: miCarpeta { operadorId } }`, nil).R.OperadorID
		documento := deletable(allFilas(t, c, mine.CarpetaID))[0]
		b := deleteDocumento(t, c, documento, 600)
		asRole := func(role, operador string) serverkit.Client {
			return serverkit.Client{URL: s.URL, Token: house.Token(t, "alguien", role, operador, time.Hour)}
		}
		for name, quien := range map[string]struct {
			client               serverkit.Client
			sees                 bool
			cancelar, reintentar string // first error, or its type
		}{
			"own operador":   {asRole("operador", operador), true, "FORBIDDEN", "ELIMINACION_NO_FALLIDA"},
			"other operador": {asRole("operador", operador+"x"), false, "NOT_FOUND", "NOT_FOUND"},
			"auditor":        {asRole("auditor", ""), true, "FORBIDDEN", "FORBIDDEN"},
			"other citizen":  {asRole("ciudadano", ""), false, "NOT_FOUND", "NOT_FOUND"},
		} {
			k := quien.client
			if r := k.MustPost(t, eliminacionQuery, obj{"id": b.EventoID}); (r.Code() == "") != quien.sees {
				t.Errorf("%s reads the deletion: %s", name, r.Body)
			}
			for mutation, want := range map[string]string{"cancelarEliminacion": quien.cancelar, "reintentarEliminacion": quien.reintentar} {
				query := fmt.Sprintf(`mutation($id: ID!) { r: %s(input: {eventoId: $id}) { errores { ... on ErrorDeUsuario { codigo } } } }`, mutation)
				if r := k.MustPost(t, query, obj{"id": b.EventoID}); !strings.Contains(string(r.Body), `"`+want+`"`) {
					t.Errorf("%s, %s: %s, want %s", name, mutation, r.Body, want)
				}
			}
			if r := k.MustPost(t, pageQuery, obj{"id": mine.CarpetaID}); r.Code() != "NOT_FOUND" {
				t.Errorf("%s reads the carpeta: %s", name, r.Body)
			}
			if exists(t, k, documento) {
				t.Errorf("%s reads a document", name)
			}
		}
		setFields(t, "the deletion that others asked for", eliminacionView{Secuencia: 1, Estado: "INICIADA"}, getEliminacion(t, c, b.EventoID))
	})
}
