package auth_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var ahora = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func reloj() time.Time { return ahora }

func emisor(t *testing.T, dir string, reloj func() time.Time) *auth.Emisor {
	t.Helper()
	e, err := auth.NuevoEmisor(dir, reloj)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func emitir(t *testing.T, e *auth.Emisor, ttl time.Duration) string {
	t.Helper()
	token, err := e.Emitir(dueno, auth.Ciudadano, "", ttl)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func TestEmisorIdaYVuelta(t *testing.T) {
	e := emisor(t, t.TempDir(), reloj)
	token, err := e.Emitir("op-7", auth.Operador, "op1", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Verificador().Verificar(context.Background(), token)
	if err != nil {
		t.Fatal(err)
	}
	if p.Sub != "op-7" || !p.Tiene(auth.Operador) || len(p.Roles) != 1 || p.OperadorID != "op1" || !p.Expira.Equal(ahora.Add(time.Hour)) {
		t.Errorf("got %+v", p)
	}
}

// The leeway forgives 30 s of clock difference, and not a second more.
func TestEmisorVencimiento(t *testing.T) {
	hora := ahora
	e := emisor(t, t.TempDir(), func() time.Time { return hora })
	token := emitir(t, e, time.Minute)
	for despues, want := range map[time.Duration]fault.Code{
		-31 * time.Second: fault.Unauthenticated, // issued in the future
		-30 * time.Second: "",
		90 * time.Second:  "",
		91 * time.Second:  fault.Unauthenticated,
	} {
		hora = ahora.Add(despues)
		if _, err := e.Verificador().Verificar(context.Background(), token); fault.CodeOf(err) != want {
			t.Errorf("%v later: got %v, want %q", despues, err, want)
		}
	}
}

func TestEmisorTTLNegativoVencido(t *testing.T) {
	e := emisor(t, t.TempDir(), reloj)
	_, err := e.Verificador().Verificar(context.Background(), emitir(t, e, -time.Second))
	if fault.CodeOf(err) != fault.Unauthenticated || !strings.Contains(err.Error(), "venció") {
		t.Errorf("got %v", err)
	}
}

func TestEmisorRehusa(t *testing.T) {
	e := emisor(t, t.TempDir(), reloj)
	for _, c := range []struct {
		sub      string
		rol      auth.Rol
		operador string
	}{
		{"", auth.Ciudadano, ""},
		{"a b", auth.Ciudadano, ""},
		{"ñ", auth.Ciudadano, ""},
		{strings.Repeat("x", 129), auth.Ciudadano, ""},
		{dueno, "admin", ""},
		{dueno, auth.Operador, ""},
		{dueno, auth.Operador, "op\n1"},
	} {
		if token, err := e.Emitir(c.sub, c.rol, c.operador, time.Hour); err == nil {
			t.Errorf("%+v: issued %s", c, token)
		}
	}
}

// The key outlives the process, and another folder's key is another issuer.
func TestEmisorLlaveEnArchivo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "datos")
	token := emitir(t, emisor(t, dir, reloj), time.Hour)
	if _, err := emisor(t, dir, reloj).Verificador().Verificar(context.Background(), token); err != nil {
		t.Errorf("after a restart: %v", err)
	}
	ajeno := emisor(t, t.TempDir(), reloj)
	if _, err := ajeno.Verificador().Verificar(context.Background(), token); fault.CodeOf(err) != fault.Unauthenticated {
		t.Errorf("another issuer: %v", err)
	}
	ruta := filepath.Join(dir, auth.ArchivoEmisor)
	if info, err := os.Stat(ruta); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if restos, _ := filepath.Glob(filepath.Join(dir, ".llave-*")); len(restos) != 0 {
		t.Errorf("left behind: %v", restos)
	}
}

func TestEmisorLlaveInservible(t *testing.T) {
	for nombre, prepara := range map[string]func(ruta string) error{
		"readable by others": func(ruta string) error { return os.Chmod(ruta, 0o644) },
		"damaged":            func(ruta string) error { return os.WriteFile(ruta, []byte("x"), 0o600) },
		"empty":              func(ruta string) error { return os.Truncate(ruta, 0) },
	} {
		dir := t.TempDir()
		emisor(t, dir, reloj)
		ruta := filepath.Join(dir, auth.ArchivoEmisor)
		if err := prepara(ruta); err != nil {
			t.Fatal(err)
		}
		if _, err := auth.NuevoEmisor(dir, reloj); err == nil || !strings.Contains(err.Error(), ruta) {
			t.Errorf("%s: got %v", nombre, err)
		}
	}
}

// Under the name of a URL, with its keys published there, it is an issuer like any other.
func TestEmisorPublicado(t *testing.T) {
	dir, p := t.TempDir(), nuevoProveedor(t)
	local := emisor(t, dir, reloj)
	publicado := local.ConNombre(p.URL)
	juego, err := json.Marshal(publicado.JWKS())
	if err != nil || strings.Contains(string(juego), `"d":`) {
		t.Fatalf("published %s, %v", juego, err)
	}
	p.cambiar(func() { p.crudo = string(juego) })
	remoto := auth.NuevoRemoto(auth.Remoto{Emisor: p.URL, Publico: auth.PublicoLocal, Reloj: reloj})
	for nombre, c := range map[string]struct {
		de   *auth.Emisor
		v    auth.Verificador
		want fault.Code
	}{
		"published, by its URL":   {publicado, remoto, ""},
		"published, by itself":    {publicado, publicado.Verificador(), ""},
		"published, by the local": {publicado, local.Verificador(), fault.Unauthenticated},
		"local, by the URL":       {local, remoto, fault.Unauthenticated},
	} {
		if _, err := c.v.Verificar(context.Background(), emitir(t, c.de, time.Hour)); fault.CodeOf(err) != c.want {
			t.Errorf("%s: got %v, want %q", nombre, err, c.want)
		}
	}
}

func TestEmisorCreadoALaVez(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	tokens := make([]string, 8)
	for i := range tokens {
		wg.Go(func() {
			if e, err := auth.NuevoEmisor(dir, reloj); err == nil {
				tokens[i], _ = e.Emitir(dueno, auth.Ciudadano, "", time.Hour)
			}
		})
	}
	wg.Wait()
	v := emisor(t, dir, reloj).Verificador()
	for _, token := range tokens {
		if _, err := v.Verificar(context.Background(), token); err != nil {
			t.Errorf("a process got a key of its own: %v", err)
		}
	}
}

func TestClaveSecreta(t *testing.T) {
	ruta := filepath.Join(t.TempDir(), "cursores.llave")
	una, err := auth.ClaveSecreta(ruta)
	if err != nil || len(una) != 32 {
		t.Fatal(len(una), err)
	}
	if otra, err := auth.ClaveSecreta(ruta); err != nil || string(otra) != string(una) {
		t.Errorf("the second time: another key, %v", err)
	}
	if ajena, err := auth.ClaveSecreta(ruta + "2"); err != nil || string(ajena) == string(una) {
		t.Errorf("another file: the same key, %v", err)
	}
	if err := os.Truncate(ruta, 31); err != nil {
		t.Fatal(err)
	}
	if _, err := auth.ClaveSecreta(ruta); err == nil || !strings.Contains(err.Error(), ruta) {
		t.Errorf("damaged: %v", err)
	}
}
