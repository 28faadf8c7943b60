package auth_test

import (
	"crypto/rand"
	"crypto/rsa"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Whoever comes first fetches the keys; all others wait for that one request.
func TestRemotoUnSoloPedidoDeTodos(t *testing.T) {
	p := nuevoProveedor(t)
	l := llaveEd(t, "1")
	p.publicar(l)
	token := l.firmar(t, p.reclamos(nil))
	const todos = 64
	var pidieron sync.Once
	llegaron, abierto := make(chan struct{}, todos), make(chan struct{})
	lento := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		pidieron.Do(func() { // answers only when everybody has asked
			for range todos {
				<-llegaron
			}
			close(abierto)
		})
		<-abierto
		p.servirLlaves(w, r)
	}))
	t.Cleanup(lento.Close)
	v := auth.NuevoRemoto(auth.Remoto{Emisor: p.URL, Publico: "carpeta", JWKSURL: lento.URL, Reloj: reloj})
	var grupo sync.WaitGroup
	for range todos {
		grupo.Go(func() {
			llegaron <- struct{}{}
			esperar(t, v, token, "at once", "")
		})
	}
	grupo.Wait()
	if p.pedidos != 1 {
		t.Errorf("%d tokens at once made %d requests", todos, p.pedidos)
	}
}

// A key that can be factored proves nobody (RFC 7518 §3.3).
func TestRemotoLlaveCorta(t *testing.T) {
	p := nuevoProveedor(t)
	corta, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	ed := llaveEd(t, "ed")
	p.publicar(llave{jose.RS256, "corta", corta}, ed)
	v := auth.NuevoRemoto(auth.Remoto{Emisor: p.URL, Publico: "carpeta", Reloj: reloj})
	esperar(t, v, ed.firmar(t, p.reclamos(nil)), "beside it", "")
	esperar(t, v, firmar(t, jose.RS256, corta, "corta", p.reclamos(nil)), "1,024 bits", fault.Unauthenticated)
}

// A key that says what it is for is for that alone.
func TestRemotoAlgoritmoDeLaLlave(t *testing.T) {
	p := nuevoProveedor(t)
	k, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	p.cambiar(func() {
		p.llaves = []jose.JSONWebKey{{Key: k.Public(), KeyID: "1", Algorithm: "RS256", Use: "sig"}, {Key: k.Public(), KeyID: "2", Use: "enc"}}
	})
	v := auth.NuevoRemoto(auth.Remoto{Emisor: p.URL, Publico: "carpeta", Reloj: reloj})
	esperar(t, v, firmar(t, jose.RS256, k, "1", p.reclamos(nil)), "its own", "")
	esperar(t, v, firmar(t, jose.PS256, k, "1", p.reclamos(nil)), "another", fault.Unauthenticated)
	esperar(t, v, firmar(t, jose.RS256, k, "2", p.reclamos(nil)), "for encryption", fault.Unauthenticated)
}

func TestRemotoAlgoritmosElegidos(t *testing.T) {
	p := nuevoProveedor(t)
	k, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	ed := llaveEd(t, "ed")
	p.publicar(llave{jose.RS256, "rsa", k}, ed)
	v := auth.NuevoRemoto(auth.Remoto{Emisor: p.URL, Publico: "carpeta", Algoritmos: []string{"RS256", "none", "HS256"}, Reloj: reloj})
	esperar(t, v, firmar(t, jose.RS256, k, "rsa", p.reclamos(nil)), "RS256", "")
	esperar(t, v, firmar(t, jose.RS512, k, "rsa", p.reclamos(nil)), "RS512", fault.Unauthenticated)
	esperar(t, v, ed.firmar(t, p.reclamos(nil)), "EdDSA", fault.Unauthenticated)
	esperar(t, v, firmar(t, jose.HS256, make([]byte, 32), "rsa", p.reclamos(nil)), "HS256", fault.Unauthenticated)
}

func TestRemotoMargenElegido(t *testing.T) {
	p := nuevoProveedor(t)
	l := llaveEd(t, "1")
	p.publicar(l)
	v := auth.NuevoRemoto(auth.Remoto{Emisor: p.URL, Publico: "carpeta", Margen: 2 * time.Second, Reloj: reloj})
	for nombre, c := range map[string]struct {
		reclamo string
		a       time.Duration
		want    fault.Code
	}{
		"expired":          {"exp", -3 * time.Second, fault.Unauthenticated},
		"expired, in time": {"exp", -time.Second, ""},
		"nbf":              {"nbf", 3 * time.Second, fault.Unauthenticated},
		"nbf, in time":     {"nbf", time.Second, ""},
		"iat":              {"iat", 3 * time.Second, fault.Unauthenticated},
	} {
		esperar(t, v, l.firmar(t, p.reclamos(cambios{c.reclamo: ahora.Add(c.a).Unix()})), nombre, c.want)
	}
	quien, err := v.Verificar(t.Context(), l.firmar(t, p.reclamos(nil)))
	if err != nil || quien.Gracia != 2*time.Second {
		t.Errorf("connections are told %v: %v", quien.Gracia, err)
	}
}

// Known keys survive an outage of the issuer exactly as long as configured.
func TestRemotoLlavesRancias(t *testing.T) {
	p, m := nuevoProveedor(t), &momento{t: ahora}
	l := llaveEd(t, "1")
	p.publicar(l)
	token := l.firmar(t, p.reclamos(cambios{"exp": ahora.Add(72 * time.Hour).Unix()}))
	v := auth.NuevoRemoto(auth.Remoto{Emisor: p.URL, Publico: "carpeta", Rancias: time.Hour, Reloj: m.ahora})
	esperar(t, v, token, "fetched", "")
	p.Close()
	m.avanzar(time.Hour - time.Second)
	esperar(t, v, token, "down, within the hour", "")
	m.avanzar(2 * time.Second)
	esperar(t, v, token, "down, past the hour", fault.Unavailable)
}
