package e2e_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// idGlobal is a global id as a client that looked into one would forge it.
func idGlobal(tipo string, claves ...string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(tipo + ":" + strings.Join(claves, ":")))
}

// TestCursoresMalos: a cursor is good for its caller, carpeta, order and filter,
// unchanged, and for its time; nothing else gets a page.
func TestCursoresMalos(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p)
		dos := casa.Seed(t, "--carpetas", "2", "--documentos", "30")
		s := casa.Start(t)
		c, otra := s.Client(t, dos[0].CiudadanoID, "ciudadano"), s.Client(t, dos[1].CiudadanoID, "ciudadano")
		bueno := cursorDe(t, c, dos[0].CarpetaID, obj{})
		if len(bueno) > 1024 {
			t.Errorf("a cursor of %d bytes", len(bueno))
		}
		for nombre, cursor := range cursoresMalos(bueno) {
			r := c.MustPost(t, consultaPagina, obj{"id": dos[0].CarpetaID, "first": 3, "after": cursor})
			rechazada(t, nombre, r, "INVALID_CURSOR_TOKEN")
			if len(cursor) > 20 && strings.Contains(string(r.Body), cursor[:20]) {
				t.Errorf("%s: the answer repeats the cursor", nombre)
			}
		}
		titulo, contratos := obj{"campo": "TITULO", "direccion": "ASC"}, obj{"estadoDocumento": "PROCESADO"}
		for nombre, v := range map[string]obj{
			"other user's":      {"after": cursorDe(t, otra, dos[1].CarpetaID, obj{})},
			"other order's":     {"after": cursorDe(t, c, dos[0].CarpetaID, obj{"orden": titulo})},
			"other direction's": {"after": bueno, "orden": obj{"campo": "FECHA_RECEPCION", "direccion": "ASC"}},
			"other filter's":    {"after": cursorDe(t, c, dos[0].CarpetaID, obj{"filtro": contratos})},
			"without filter":    {"after": bueno, "filtro": contratos},
		} {
			v["id"], v["first"] = dos[0].CarpetaID, 3
			rechazada(t, nombre, c.MustPost(t, consultaPagina, v), "INVALID_CURSOR_TOKEN")
		}
		// The same cursor in the same place is good, also backward.
		pedirPagina(t, c, dos[0].CarpetaID, obj{"first": 3, "after": bueno})
		pedirPagina(t, c, dos[0].CarpetaID, obj{"last": 3, "before": bueno})
	})
}

func cursorDe(t *testing.T, c serverkit.Client, carpetaID string, v obj) string {
	t.Helper()
	v["first"] = 3
	return *pedirPagina(t, c, carpetaID, v).Carpeta.Documentos.PageInfo.EndCursor
}

func cursoresMalos(bueno string) map[string]string {
	partes := strings.Split(bueno, ".")
	cambiar := func(i int, por string) string {
		copia := append([]string(nil), partes...)
		copia[i] = por
		return strings.Join(copia, ".")
	}
	voltear := func(s string) string { // another valid base64url text
		if s[0] == 'A' {
			return "B" + s[1:]
		}
		return "A" + s[1:]
	}
	return map[string]string{
		"empty": "", "malformed": "hola", "three parts": strings.Join(partes[:3], "."), "10 KB": strings.Repeat("A", 10<<10),
		"10 KB after a good one": bueno + strings.Repeat("A", 10<<10), "payload changed": cambiar(2, voltear(partes[2])),
		"mac changed": cambiar(3, voltear(partes[3])), "mac cut": cambiar(3, partes[3][:10]), "no mac": cambiar(3, ""),
		"unknown key": cambiar(1, "otra"), "version 2": cambiar(0, "v2"), "line break": bueno[:30] + "\r\n" + bueno[30:], "padding": bueno + "=",
	}
}

// TestCursorVencido: after its time a cursor says so.
func TestCursorVencido(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p)
		mia := casa.Seed(t, "--carpetas", "1", "--documentos", "10")[0]
		c := casa.With("CARPETA_CURSOR_TTL=1s").Start(t).Client(t, mia.CiudadanoID, "ciudadano")
		v := obj{"id": mia.CarpetaID, "first": 3, "after": cursorDe(t, c, mia.CarpetaID, obj{})}
		var r serverkit.Answer
		serverkit.WaitFor(t, pronto, "cursor expired", func() bool {
			r = c.MustPost(t, consultaPagina, v)
			return len(r.Errors) > 0
		})
		rechazada(t, "expired", r, "EXPIRED_CURSOR_TOKEN")
		if r.Errors[0].Extensions.Recuperacion == "" {
			t.Errorf("what to do next is not said: %s", r.Body)
		}
	})
}
