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

// TestTokensMalos: a token that proves nothing is refused, by every transport,
// and never taken for nobody.
func TestTokensMalos(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p)
		mia := casa.Seed(t, "--carpetas", "1", "--documentos", "3")[0]
		s := casa.Start(t)
		c := s.Client(t, mia.CiudadanoID, "ciudadano")
		b := borrar(t, c, borrables(todos(t, c, mia.CarpetaID))[0], 600)
		partes := strings.Split(c.Token, ".")
		for nombre, token := range map[string]string{
			"expired":         casa.Token(t, mia.CiudadanoID, "ciudadano", "", -time.Hour),
			"unsigned":        sinFirma(t, partes[1]),
			"garbage":         "basura",
			"signature cut":   strings.Join(partes[:2], ".") + ".",
			"other signature": partes[0] + "." + partes[1] + "." + base64.RawURLEncoding.EncodeToString(make([]byte, 64)),
			"other payload":   partes[0] + "." + otroContenido(t, partes[1]) + "." + partes[2],
			"other issuer's":  serverkit.NewHouse(t, serverkit.Embedded).Token(t, mia.CiudadanoID, "ciudadano", "", time.Hour),
		} {
			malo := serverkit.Client{URL: c.URL, Token: token}
			r := malo.MustPost(t, `{ __typename }`, nil)
			rechazada(t, nombre, r, "UNAUTHENTICATED")
			if r.Status != http.StatusUnauthorized || !strings.HasPrefix(r.Header.Get("WWW-Authenticate"), "Bearer") {
				t.Errorf("%s: status %d, WWW-Authenticate %q", nombre, r.Status, r.Header.Get("WWW-Authenticate"))
			}
			if strings.Contains(string(r.Body), token) {
				t.Errorf("%s: the answer repeats the token", nombre)
			}
			if cierre := serverkit.WebSocketCloseCode(t, malo, suscripcionUna, obj{"id": b.EventoID}); cierre != 4403 && cierre != 4401 {
				t.Errorf("%s: WebSocket closed with %d", nombre, cierre)
			}
		}
		nadie := serverkit.Client{URL: c.URL}
		rechazada(t, "nobody", nadie.MustPost(t, consultaBorrado, obj{"id": b.EventoID}), "UNAUTHENTICATED")
		for nombre, abrir := range serverkit.Transports {
			_, fin := abrir(t, nadie, suscripcionUna, obj{"id": b.EventoID}).UntilEnd(t, pronto)
			if len(fin.Errors) != 1 || fin.Errors[0].Extensions.Code != "UNAUTHENTICATED" {
				t.Errorf("%s of nobody: %+v", nombre, fin)
			}
		}
	})
}

// sinFirma is the token with algorithm none.
func sinFirma(t *testing.T, contenido string) string {
	t.Helper()
	return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`)) + "." + contenido + "."
}

// otroContenido is the same payload with a role more.
func otroContenido(t *testing.T, contenido string) string {
	t.Helper()
	crudo, err := base64.RawURLEncoding.DecodeString(contenido)
	if err != nil {
		t.Fatal(err)
	}
	var m obj
	if err := json.Unmarshal(crudo, &m); err != nil {
		t.Fatal(err)
	}
	m["roles"] = []string{"auditor", "ciudadano"}
	nuevo, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(nuevo)
}

// TestRoles: who may see and do what with one deletion.
func TestRoles(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p)
		mia := casa.Seed(t, "--carpetas", "1", "--documentos", "3")[0]
		s := casa.Start(t)
		c := s.Client(t, mia.CiudadanoID, "ciudadano")
		operador := serverkit.Do[alias[struct{ OperadorID string }]](t, c, `{ r: miCarpeta { operadorId } }`, nil).R.OperadorID
		documento := borrables(todos(t, c, mia.CarpetaID))[0]
		b := borrar(t, c, documento, 600)
		como := func(rol, operador string) serverkit.Client {
			return serverkit.Client{URL: s.URL, Token: casa.Token(t, "alguien", rol, operador, time.Hour)}
		}
		for nombre, quien := range map[string]struct {
			cliente            serverkit.Client
			ve                 bool
			cancela, reintenta string // first error, or its type
		}{
			"own operador":   {como("operador", operador), true, "FORBIDDEN", "OPERACION_NO_PERMITIDA"},
			"other operador": {como("operador", operador+"x"), false, "NOT_FOUND", "NOT_FOUND"},
			"auditor":        {como("auditor", ""), true, "FORBIDDEN", "FORBIDDEN"},
			"other citizen":  {como("ciudadano", ""), false, "NOT_FOUND", "NOT_FOUND"},
		} {
			k := quien.cliente
			if r := k.MustPost(t, consultaBorrado, obj{"id": b.EventoID}); (r.Code() == "") != quien.ve {
				t.Errorf("%s reads the deletion: %s", nombre, r.Body)
			}
			for mutacion, quiero := range map[string]string{"cancelarEliminacion": quien.cancela, "reintentarEliminacion": quien.reintenta} {
				query := fmt.Sprintf(`mutation($id: ID!) { r: %s(input: {eventoId: $id}) { errores { codigo } } }`, mutacion)
				if r := k.MustPost(t, query, obj{"id": b.EventoID}); !strings.Contains(string(r.Body), `"`+quiero+`"`) {
					t.Errorf("%s, %s: %s, want %s", nombre, mutacion, r.Body, quiero)
				}
			}
			if r := k.MustPost(t, consultaPagina, obj{"id": mia.CarpetaID}); r.Code() != "NOT_FOUND" {
				t.Errorf("%s reads the carpeta: %s", nombre, r.Body)
			}
			if existe(t, k, documento) {
				t.Errorf("%s reads a document", nombre)
			}
		}
		if b = verBorrado(t, c, b.EventoID); b.Secuencia != 1 || b.Estado != "INICIADA" {
			t.Errorf("somebody changed the deletion: %+v", b)
		}
	})
}
