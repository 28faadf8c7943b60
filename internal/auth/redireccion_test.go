package auth_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

func TestProtegida(t *testing.T) {
	for _, c := range []struct {
		desde, hacia string
		bien         bool
	}{
		{"https://a", "https://b/llaves", true},
		{"HTTPS://a", "https://b/llaves", true},
		{"https://a", "http://a/llaves", false},
		{"Https://a", "http://a/llaves", false},
		{"https://a", "file:///etc/passwd", false},
		{"https://a", "/llaves", false},
		{"http://127.0.0.1", "http://127.0.0.1/llaves", true}, // the configuration lets this be on loopback only
		{"http://127.0.0.1", "https://a/llaves", true},
	} {
		if err := auth.Protegida(c.desde, c.hacia); (err == nil) != c.bien {
			t.Errorf("%s to %s: %v", c.desde, c.hacia, err)
		}
	}
}

// An issuer may have moved its keys, but is not followed in circles.
func TestRemotoRedirigido(t *testing.T) {
	p := nuevoProveedor(t)
	l := llaveEd(t, "1")
	p.publicar(l)
	for saltos, want := range map[int]fault.Code{1: "", 3: "", 4: fault.Unavailable} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			hacia := r.URL.Path + "x"
			if len(hacia) > saltos {
				hacia = p.URL + "/llaves"
			}
			http.Redirect(w, r, hacia, http.StatusFound)
		}))
		v := auth.NuevoRemoto(auth.Remoto{Emisor: p.URL, Publico: "carpeta", JWKSURL: srv.URL + "/", Reloj: reloj})
		esperar(t, v, l.firmar(t, p.reclamos(nil)), strings.Repeat("redirected ", saltos), want)
		srv.Close()
	}
}
