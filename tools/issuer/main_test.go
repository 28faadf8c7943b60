package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// running serves from a folder, at a port of its own or at a given one, and
// returns the address.
func running(t *testing.T, dir, addr string) (url string, stop func()) {
	t.Helper()
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	read, write := io.Pipe()
	end := make(chan error, 1)
	go func() {
		end <- publish(ctx, folderOf(dir), listener, write)
		_ = write.Close()
	}()
	line := make([]byte, 200)
	if _, err := read.Read(line); err != nil { // it says when it serves
		t.Fatalf("%v: %v", err, <-end)
	}
	return "http://" + listener.Addr().String(), func() {
		t.Helper()
		cancel()
		if err := <-end; err != nil {
			t.Errorf("end: %v", err)
		}
	}
}

// do runs the token command and returns what a shell would capture.
func do(t *testing.T, args ...string) (code int, output, errw string) {
	t.Helper()
	var a, b bytes.Buffer
	code = command(t.Context(), append([]string{"token"}, args...), &a, &b)
	return code, strings.TrimSuffix(a.String(), "\n"), b.String()
}

func TestTokenVerifiesAgainstTheServedKeys(t *testing.T) {
	dir := t.TempDir()
	url, stop := running(t, dir, "127.0.0.1:0")
	code, token, errw := do(t, "--dir", dir, "--sub", "op-7", "--rol", "operador", "--operador", "op1", "--acr", "alto")
	if code != 0 || errw != "" {
		t.Fatalf("exit code %d: %s", code, errw)
	}
	remote := func() auth.Verifier {
		return auth.NewRemote(auth.RemoteConfig{Emisor: url, Audience: auth.LocalAudience})
	}
	p, err := remote().Verify(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	want := auth.Principal{Sub: "op-7", Roles: []auth.Role{auth.Operador}, OperadorID: "op1", SignIn: auth.SignIn{ACR: "alto", At: p.Issued}}
	if diff := cmp.Diff(want, p, cmpopts.IgnoreFields(p, "Expires", "Leeway", "Token", "Issued", "Thumbprint")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if p.Thumbprint == (auth.Thumbprint{}) {
		t.Error("the token has no thumbprint")
	}
	if !p.Expires.After(time.Now()) {
		t.Errorf("it expired at %v", p.Expires)
	}
	_, eva, _ := do(t, "--dir", dir, "--sub", "eva", "--rol", "entidad", "--entidad", "andes", "--permisos", "solicitud,consulta")
	if p, err := remote().Verify(t.Context(), eva); err != nil || !slices.Equal(p.Permisos, []auth.Permiso{auth.Solicitar, auth.Consultar}) {
		t.Errorf("an entidad that asks and looks: %v %v", p.Permisos, err)
	}
	if code, _, _ := do(t, "--dir", dir, "--sub", "eva", "--rol", "entidad", "--entidad", "andes", "--permisos", "todo"); code != failedUsage {
		t.Errorf("an unknown permission: exit code %d", code)
	}
	_, expired, _ := do(t, "--dir", dir, "--sub", "a", "--rol", "ciudadano", "--ttl", "-1s")
	if _, err := remote().Verify(t.Context(), expired); fault.CodeOf(err) != fault.Unauthenticated {
		t.Errorf("an expired token: %v", err)
	}

	// A token made before a restart is good after it, and one of another folder's
	// issuer is not.
	stop()
	_, stop = running(t, dir, strings.TrimPrefix(url, "http://"))
	defer stop()
	if _, err := remote().Verify(t.Context(), token); err != nil {
		t.Errorf("after a restart: %v", err)
	}
	other := t.TempDir()
	_, stopOther := running(t, other, "127.0.0.1:0")
	defer stopOther()
	_, foreigner, _ := do(t, "--dir", other, "--sub", "op-7", "--rol", "ciudadano")
	if _, err := remote().Verify(t.Context(), foreigner); fault.CodeOf(err) != fault.Unauthenticated {
		t.Errorf("another issuer's token: %v", err)
	}
}

func TestServeRefusesWhatIsNotLoopback(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel() // one that serves after all ends at once
	for _, addr := range []string{"", ":0", "0.0.0.0:0", "[::]:0", "192.0.2.1:0", "localhost:0", "127.0.0.1", "127.0.0.1:x"} {
		dir := t.TempDir()
		var errw bytes.Buffer
		if code := command(ended, []string{"servir", "--dir", dir, "--addr", addr}, io.Discard, &errw); code != failedUsage {
			t.Errorf("%q: exit code %d, want %d", addr, code, failedUsage)
		}
		if !strings.Contains(errw.String(), "loopback") {
			t.Errorf("%q: said %q", addr, errw.String())
		}
		if _, err := os.Stat(folderOf(dir)); !os.IsNotExist(err) {
			t.Errorf("%q: it left something behind", addr)
		}
	}
}

func TestTokenRefuses(t *testing.T) {
	dir, empty := t.TempDir(), t.TempDir()
	_, stop := running(t, dir, "127.0.0.1:0")
	defer stop()
	for name, c := range map[string]struct {
		args []string
		code int
		says string
	}{
		"nothing was ever served": {[]string{"--dir", empty, "--sub", "a", "--rol", "ciudadano"}, failed, "services-up"},
		"nobody":                  {[]string{"--dir", dir, "--rol", "ciudadano"}, failedUsage, "sub"},
		"an unknown role":         {[]string{"--dir", dir, "--sub", "a", "--rol", "rey"}, failedUsage, "rol"},
		"an operador of nothing":  {[]string{"--dir", dir, "--sub", "a", "--rol", "operador"}, failedUsage, "operador"},
		"a word too many":         {[]string{"--dir", dir, "--sub", "a", "--rol", "ciudadano", "b"}, failedUsage, "usage"},
	} {
		code, output, errw := do(t, c.args...)
		if code != c.code || output != "" || !strings.Contains(errw, c.says) {
			t.Errorf("%s: exit code %d, printed %q, said %q", name, code, output, errw)
		}
	}
	if _, err := os.Stat(folderOf(empty)); !os.IsNotExist(err) {
		t.Error("a token that was refused left a key behind")
	}
}
