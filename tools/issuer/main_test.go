package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// enMarcha serves from a folder, at a port of its own or at a given one, and
// returns the address.
func enMarcha(t *testing.T, dir, addr string) (url string, parar func()) {
	t.Helper()
	escucha, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancelar := context.WithCancel(context.Background())
	leer, escribir := io.Pipe()
	fin := make(chan error, 1)
	go func() {
		fin <- publicar(ctx, carpetaDe(dir), escucha, escribir)
		_ = escribir.Close()
	}()
	aviso := make([]byte, 200)
	if _, err := leer.Read(aviso); err != nil { // it says when it serves
		t.Fatalf("%v: %v", err, <-fin)
	}
	return "http://" + escucha.Addr().String(), func() {
		t.Helper()
		cancelar()
		if err := <-fin; err != nil {
			t.Errorf("end: %v", err)
		}
	}
}

// pedir runs the token command and returns what a shell would capture.
func pedir(t *testing.T, args ...string) (codigo int, salida, avisos string) {
	t.Helper()
	var a, b bytes.Buffer
	codigo = mandar(t.Context(), append([]string{"token"}, args...), &a, &b)
	return codigo, strings.TrimSuffix(a.String(), "\n"), b.String()
}

func TestToken_verifiesAgainstTheServedKeys(t *testing.T) {
	dir := t.TempDir()
	url, parar := enMarcha(t, dir, "127.0.0.1:0")
	codigo, token, avisos := pedir(t, "--dir", dir, "--sub", "op-7", "--rol", "operador", "--operador", "op1")
	if codigo != 0 || avisos != "" {
		t.Fatalf("exit code %d: %s", codigo, avisos)
	}
	remoto := func() auth.Verificador {
		return auth.NuevoRemoto(auth.Remoto{Emisor: url, Publico: auth.PublicoLocal})
	}
	p, err := remoto().Verificar(t.Context(), token)
	if err != nil || p.Sub != "op-7" || !p.Tiene(auth.Operador) || p.OperadorID != "op1" || !p.Expira.After(time.Now()) {
		t.Errorf("got %+v, %v", p, err)
	}
	_, vencido, _ := pedir(t, "--dir", dir, "--sub", "a", "--rol", "ciudadano", "--ttl", "-1s")
	if _, err := remoto().Verificar(t.Context(), vencido); fault.CodeOf(err) != fault.Unauthenticated {
		t.Errorf("an expired token: %v", err)
	}

	// A token made before a restart is good after it, and one of another folder's
	// issuer is not.
	parar()
	_, parar = enMarcha(t, dir, strings.TrimPrefix(url, "http://"))
	defer parar()
	if _, err := remoto().Verificar(t.Context(), token); err != nil {
		t.Errorf("after a restart: %v", err)
	}
	otra := t.TempDir()
	_, pararOtro := enMarcha(t, otra, "127.0.0.1:0")
	defer pararOtro()
	_, ajeno, _ := pedir(t, "--dir", otra, "--sub", "op-7", "--rol", "ciudadano")
	if _, err := remoto().Verificar(t.Context(), ajeno); fault.CodeOf(err) != fault.Unauthenticated {
		t.Errorf("another issuer's token: %v", err)
	}
}

func TestServir_refusesWhatIsNotLoopback(t *testing.T) {
	acabado, cancelar := context.WithCancel(t.Context())
	cancelar() // one that serves after all ends at once
	for _, addr := range []string{"", ":0", "0.0.0.0:0", "[::]:0", "192.0.2.1:0", "localhost:0", "127.0.0.1", "127.0.0.1:x"} {
		dir := t.TempDir()
		var avisos bytes.Buffer
		if codigo := mandar(acabado, []string{"servir", "--dir", dir, "--addr", addr}, io.Discard, &avisos); codigo != falloUso {
			t.Errorf("%q: exit code %d, want %d", addr, codigo, falloUso)
		}
		if !strings.Contains(avisos.String(), "loopback") {
			t.Errorf("%q: said %q", addr, avisos.String())
		}
		if _, err := os.Stat(carpetaDe(dir)); !os.IsNotExist(err) {
			t.Errorf("%q: it left something behind", addr)
		}
	}
}

func TestToken_refuses(t *testing.T) {
	dir, vacia := t.TempDir(), t.TempDir()
	_, parar := enMarcha(t, dir, "127.0.0.1:0")
	defer parar()
	for nombre, c := range map[string]struct {
		args   []string
		codigo int
		dice   string
	}{
		"nothing was ever served": {[]string{"--dir", vacia, "--sub", "a", "--rol", "ciudadano"}, fallo, "services-up"},
		"nobody":                  {[]string{"--dir", dir, "--rol", "ciudadano"}, falloUso, "sub"},
		"an unknown role":         {[]string{"--dir", dir, "--sub", "a", "--rol", "rey"}, falloUso, "rol"},
		"an operador of nothing":  {[]string{"--dir", dir, "--sub", "a", "--rol", "operador"}, falloUso, "operador"},
		"a word too many":         {[]string{"--dir", dir, "--sub", "a", "--rol", "ciudadano", "b"}, falloUso, "usage"},
	} {
		codigo, salida, avisos := pedir(t, c.args...)
		if codigo != c.codigo || salida != "" || !strings.Contains(avisos, c.dice) {
			t.Errorf("%s: exit code %d, printed %q, said %q", nombre, codigo, salida, avisos)
		}
	}
	if _, err := os.Stat(carpetaDe(vacia)); !os.IsNotExist(err) {
		t.Error("a token that was refused left a key behind")
	}
}
