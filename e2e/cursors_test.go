package e2e_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// globalID is a global id as a client that looked into one would forge it.
func globalID(typeName string, keys ...string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(typeName + ":" + strings.Join(keys, ":")))
}

// TestBadCursorsAreRefused: a cursor is good for its caller, carpeta, order and filter,
// unchanged, and for its time; nothing else gets a page.
func TestBadCursorsAreRefused(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		two := house.Seed(t, "--carpetas", "2", "--documentos", "30")
		s := house.Start(t)
		c, stranger := s.Client(t, two[0].CiudadanoID, "ciudadano"), s.Client(t, two[1].CiudadanoID, "ciudadano")
		good := endCursorOf(t, c, two[0].CarpetaID, obj{})
		if len(good) > 1024 {
			t.Errorf("a cursor of %d bytes", len(good))
		}
		for name, cursor := range badCursors(good) {
			r := c.MustPost(t, pageQuery, obj{"id": two[0].CarpetaID, "first": 3, "after": cursor})
			requireCode(t, name, r, "INVALID_CURSOR_TOKEN")
			if len(cursor) > 20 && strings.Contains(string(r.Body), cursor[:20]) {
				t.Errorf("%s: the answer repeats the cursor", name)
			}
		}
		titulo, procesados := obj{"campo": "TITULO", "direccion": "ASC"}, obj{"estadoDocumento": "PROCESADO"}
		for name, v := range map[string]obj{
			"other user's":      {"after": endCursorOf(t, stranger, two[1].CarpetaID, obj{})},
			"other order's":     {"after": endCursorOf(t, c, two[0].CarpetaID, obj{"orden": titulo})},
			"other direction's": {"after": good, "orden": obj{"campo": "FECHA_RECEPCION", "direccion": "ASC"}},
			"other filter's":    {"after": endCursorOf(t, c, two[0].CarpetaID, obj{"filtro": procesados})},
			"without filter":    {"after": good, "filtro": procesados},
		} {
			v["id"], v["first"] = two[0].CarpetaID, 3
			requireCode(t, name, c.MustPost(t, pageQuery, v), "INVALID_CURSOR_TOKEN")
		}
		// The same cursor in the same place is good, also backward.
		queryPage(t, c, two[0].CarpetaID, obj{"first": 3, "after": good})
		queryPage(t, c, two[0].CarpetaID, obj{"last": 3, "before": good})
	})
}

func endCursorOf(t *testing.T, c serverkit.Client, carpetaID string, v obj) string {
	t.Helper()
	v["first"] = 3
	return *queryPage(t, c, carpetaID, v).Carpeta.Documentos.PageInfo.EndCursor
}

func badCursors(good string) map[string]string {
	parts := strings.Split(good, ".")
	change := func(i int, by string) string {
		copied := append([]string(nil), parts...)
		copied[i] = by
		return strings.Join(copied, ".")
	}
	flip := func(s string) string { // another valid base64url text
		if s[0] == 'A' {
			return "B" + s[1:]
		}
		return "A" + s[1:]
	}
	return map[string]string{
		"empty": "", "malformed": "hola", "three parts": strings.Join(parts[:3], "."), "10 KB": strings.Repeat("A", 10<<10),
		"10 KB after a good one": good + strings.Repeat("A", 10<<10), "payload changed": change(2, flip(parts[2])),
		"mac changed": change(3, flip(parts[3])), "mac cut": change(3, parts[3][:10]), "no mac": change(3, ""),
		"unknown key": change(1, "otra"), "version 2": change(0, "v2"), "line break": good[:30] + "\r\n" + good[30:], "padding": good + "=",
	}
}

// TestCursorExpires: after its time a cursor says so.
func TestCursorExpires(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "10")[0]
		c := house.With("CARPETA_CURSOR_TTL=1s").Start(t).Client(t, mine.CiudadanoID, "ciudadano")
		v := obj{"id": mine.CarpetaID, "first": 3, "after": endCursorOf(t, c, mine.CarpetaID, obj{})}
		var r serverkit.Answer
		serverkit.WaitFor(t, soon, "cursor expired", func() bool {
			r = c.MustPost(t, pageQuery, v)
			return len(r.Errors) > 0
		})
		requireCode(t, "expired", r, "EXPIRED_CURSOR_TOKEN")
		if r.Errors[0].Extensions.Recuperacion == "" {
			t.Errorf("what to do next is not said: %s", r.Body)
		}
	})
}
