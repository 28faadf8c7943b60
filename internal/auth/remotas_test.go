package auth_test

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// proveedor is an identity provider on a real local server.
type proveedor struct {
	*httptest.Server
	mu      sync.Mutex
	llaves  []jose.JSONWebKey
	crudo   string // answered instead of the keys
	estado  int    // answered instead of 200
	pedidos int
}

func nuevoProveedor(t *testing.T) *proveedor {
	p := &proveedor{}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]string{"issuer": p.URL, "jwks_uri": p.URL + "/llaves"})
	})
	mux.HandleFunc("/llaves", p.servirLlaves)
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	return p
}

func (p *proveedor) servirLlaves(w http.ResponseWriter, _ *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pedidos++
	switch {
	case p.estado != 0:
		w.WriteHeader(p.estado)
	case p.crudo != "":
		_, _ = w.Write([]byte(p.crudo))
	default:
		_ = json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: p.llaves})
	}
}

func (p *proveedor) cambiar(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
}

func (p *proveedor) publicar(llaves ...llave) {
	p.cambiar(func() {
		p.llaves = nil
		for _, l := range llaves {
			p.llaves = append(p.llaves, jose.JSONWebKey{Key: l.privada.Public(), KeyID: l.kid, Use: "sig"})
		}
	})
}

type llave struct {
	alg     jose.SignatureAlgorithm
	kid     string
	privada crypto.Signer
}

func (l llave) firmar(t *testing.T, claims any) string {
	t.Helper()
	return firmar(t, l.alg, l.privada, l.kid, claims)
}

func firmar(t *testing.T, alg jose.SignatureAlgorithm, privada any, kid string, claims any) string {
	t.Helper()
	s, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: privada}, (&jose.SignerOptions{}).WithHeader("kid", kid))
	if err != nil {
		t.Fatal(err)
	}
	token, err := jwt.Signed(s).Claims(claims).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func llaveEd(t *testing.T, kid string) llave {
	_, k, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return llave{jose.EdDSA, kid, k}
}

type cambios map[string]any

// reclamos are good claims with some changed; nil takes one out.
func (p *proveedor) reclamos(c cambios) map[string]any {
	m := map[string]any{
		"iss": p.URL, "aud": []string{"otra", "carpeta"}, "sub": dueno,
		"iat": ahora.Unix(), "exp": ahora.Add(time.Hour).Unix(), "roles": []string{"ciudadano"},
	}
	for k, v := range c {
		if m[k] = v; v == nil {
			delete(m, k)
		}
	}
	return m
}

// momento is a clock that a test moves.
type momento struct {
	mu sync.Mutex
	t  time.Time
}

func (m *momento) ahora() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.t
}

func (m *momento) avanzar(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.t = m.t.Add(d)
}

func esperar(t *testing.T, v auth.Verificador, token, caso string, want fault.Code) {
	t.Helper()
	if _, err := v.Verificar(context.Background(), token); fault.CodeOf(err) != want {
		t.Errorf("%s: got %v, want %q", caso, err, want)
	}
}

func TestRemotoAlgoritmos(t *testing.T) {
	p := nuevoProveedor(t)
	kRSA, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	var llaves []llave
	for _, a := range []jose.SignatureAlgorithm{jose.RS256, jose.RS384, jose.RS512, jose.PS256, jose.PS384, jose.PS512} {
		llaves = append(llaves, llave{a, string(a), kRSA})
	}
	for a, curva := range map[jose.SignatureAlgorithm]elliptic.Curve{
		jose.ES256: elliptic.P256(), jose.ES384: elliptic.P384(), jose.ES512: elliptic.P521(),
	} {
		k, err := ecdsa.GenerateKey(curva, rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		llaves = append(llaves, llave{a, string(a), k})
	}
	llaves = append(llaves, llaveEd(t, "EdDSA"))
	p.publicar(llaves...)
	v := auth.NuevoRemoto(auth.Remoto{Emisor: p.URL, Publico: "carpeta", Reloj: reloj})
	for _, l := range llaves {
		esperar(t, v, l.firmar(t, p.reclamos(nil)), l.kid, "")
	}
	if p.pedidos != 1 {
		t.Errorf("keys fetched %d times, want once", p.pedidos)
	}
}

func TestRemotoRotacion(t *testing.T) {
	p, m := nuevoProveedor(t), &momento{t: ahora}
	vieja, nueva, falsa := llaveEd(t, "1"), llaveEd(t, "2"), llaveEd(t, "1")
	p.publicar(vieja)
	v := auth.NuevoRemoto(auth.Remoto{Emisor: p.URL, Publico: "carpeta", JWKSURL: p.URL + "/llaves", Reloj: m.ahora})
	tokenViejo, tokenNuevo := vieja.firmar(t, p.reclamos(nil)), nueva.firmar(t, p.reclamos(nil))

	esperar(t, v, tokenViejo, "first key", "")
	esperar(t, v, falsa.firmar(t, p.reclamos(nil)), "same kid, another key", fault.Unauthenticated)
	esperar(t, v, tokenNuevo, "unknown kid", fault.Unauthenticated)
	p.publicar(vieja, nueva)
	m.avanzar(6 * time.Second)
	esperar(t, v, tokenNuevo, "after rotation", "")
	esperar(t, v, tokenViejo, "the old one beside it", "")

	sinKid := llaveEd(t, "3")
	tokenSinKid := firmar(t, sinKid.alg, sinKid.privada, "", p.reclamos(nil))
	esperar(t, v, tokenSinKid, "no kid, key unknown", fault.Unauthenticated)
	p.publicar(vieja, nueva, sinKid)
	m.avanzar(6 * time.Second)
	esperar(t, v, tokenSinKid, "no kid, after rotation", "")

	p.publicar(nueva)
	esperar(t, v, tokenViejo, "withdrawn, not noticed yet", "")
	m.avanzar(16 * time.Minute)
	esperar(t, v, tokenViejo, "withdrawn", fault.Unauthenticated)
	esperar(t, v, tokenNuevo, "the new one", "")
}

// Made-up key ids must not become as many requests to the issuer.
func TestRemotoNoAmplifica(t *testing.T) {
	p := nuevoProveedor(t)
	buena := llaveEd(t, "1")
	p.publicar(buena)
	v := auth.NuevoRemoto(auth.Remoto{Emisor: p.URL, Publico: "carpeta", Reloj: reloj})
	esperar(t, v, buena.firmar(t, p.reclamos(nil)), "good", "")
	for range 50 {
		esperar(t, v, llaveEd(t, "inventada").firmar(t, p.reclamos(nil)), "made up", fault.Unauthenticated)
	}
	for range 50 {
		esperar(t, v, llaveEd(t, "1").firmar(t, p.reclamos(nil)), "forged", fault.Unauthenticated)
	}
	if p.pedidos != 1 {
		t.Errorf("100 made-up keys made %d requests", p.pedidos-1)
	}
}

// Without the issuer nothing can be said about a token: UNAVAILABLE. Known
// keys stay good for a day.
func TestRemotoEmisorCaido(t *testing.T) {
	p, m := nuevoProveedor(t), &momento{t: ahora}
	l, falsa := llaveEd(t, "1"), llaveEd(t, "1")
	p.publicar(l)
	token := l.firmar(t, p.reclamos(cambios{"exp": ahora.Add(72 * time.Hour).Unix()}))
	v := auth.NuevoRemoto(auth.Remoto{Emisor: p.URL, Publico: "carpeta", Reloj: m.ahora})

	p.cambiar(func() { p.estado = http.StatusBadGateway })
	esperar(t, v, token, "502 at first use", fault.Unavailable)
	p.cambiar(func() { p.estado, p.crudo = 0, "<html>" })
	m.avanzar(2 * time.Second)
	esperar(t, v, token, "not JSON", fault.Unavailable)
	p.cambiar(func() { p.crudo = `{"keys":[{"kty":"oct","k":"c2VjcmV0","kid":"1"},{"kty":"OKP"},7]}` })
	m.avanzar(2 * time.Second)
	esperar(t, v, token, "no key for us", fault.Unavailable)
	p.cambiar(func() { p.crudo = "" })
	m.avanzar(6 * time.Second)
	esperar(t, v, token, "back", "")

	p.Close()
	esperar(t, v, token, "down, keys known", "")
	esperar(t, v, llaveEd(t, "2").firmar(t, p.reclamos(nil)), "down, kid unknown: fetched just now", fault.Unauthenticated)
	m.avanzar(time.Hour)
	esperar(t, v, token, "down for an hour", "")
	esperar(t, v, llaveEd(t, "2").firmar(t, p.reclamos(nil)), "down, kid unknown", fault.Unavailable)
	esperar(t, v, falsa.firmar(t, p.reclamos(nil)), "down, forged", fault.Unauthenticated)
	m.avanzar(24 * time.Hour)
	esperar(t, v, token, "down for a day", fault.Unavailable)
}

func TestRemotoDescubrimientoDeOtroEmisor(t *testing.T) {
	p := nuevoProveedor(t)
	l := llaveEd(t, "1")
	p.publicar(l)
	v := auth.NuevoRemoto(auth.Remoto{Emisor: p.URL + "/", Publico: "carpeta", Reloj: reloj})
	esperar(t, v, l.firmar(t, p.reclamos(cambios{"iss": p.URL + "/"})), "issuer differs by a slash", fault.Unavailable)
}

func TestRemotoContextoTerminado(t *testing.T) {
	p := nuevoProveedor(t)
	ctx, cancelar := context.WithCancel(context.Background())
	cancelar()
	v := auth.NuevoRemoto(auth.Remoto{Emisor: p.URL, Publico: "carpeta", Reloj: reloj})
	if _, err := v.Verificar(ctx, llaveEd(t, "1").firmar(t, p.reclamos(nil))); fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("got %v", err)
	}
}
