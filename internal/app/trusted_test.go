package app_test

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/app"
	"github.com/carpeta-ciudadana/servidor/internal/cli"
	"github.com/carpeta-ciudadana/servidor/web"
)

// TestCommandsAreTrusted: where only trusted documents run, the program's own
// commands go on, whatever the manifest holds.
func TestCommandsAreTrusted(t *testing.T) {
	manifest := filepath.Join(t.TempDir(), "manifest.json")
	carpeta := t.TempDir()
	for path, text := range map[string]string{manifest: `{"1":"query Mia { miCarpeta { id } }"}`, filepath.Join(carpeta, "a.txt"): "hola"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := start(t, 1, "--trusted-documents=enforce", "--trusted-manifest="+manifest)
	if r := s.do(s.token, `{ miCarpeta { operadorId } }`, nil); !slices.Equal(r.codes(), []string{"OPERATION_NOT_TRUSTED"}) {
		t.Fatalf("a stranger's document: %q", r.codes())
	}
	const evento = "01a18f41-0000-7000-8000-000000000000"
	operador := []string{"--url=" + s.api, "--operador=operador-1"}
	for _, c := range []struct {
		args []string
		says string // of the error; "" for none
	}{
		{append([]string{"eliminacion", "listar"}, operador...), ""},
		{append([]string{"eliminacion", "explicar", evento}, operador...), "NOT_FOUND"},
		{append([]string{"eliminacion", "reintentar", evento}, operador...), "NOT_FOUND"},
		{append([]string{"eliminacion", "aprobar", evento}, operador...), "NOT_FOUND"},
		{append([]string{"eliminacion", "rechazar", evento, "--comentario=no"}, operador...), "NOT_FOUND"},
		{append([]string{"dlq", "listar"}, operador...), ""},
		{append([]string{"dlq", "reenviar", "minio.cleanup.dlq"}, operador...), ""},
		{[]string{"documento", "importar", "--url=" + s.api, "--token=" + s.token, "--carpeta=" + s.carpetaID, "--dir=" + carpeta}, ""},
	} {
		err := cli.Run(t.Context(), command(t, s.dir, c.args...), io.Discard, io.Discard)
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("carpeta %s: %v", strings.Join(c.args, " "), err)
		}
	}
}

// TestPagesAreTrusted: neither do the application and the console need an operator who trusts them.
func TestPagesAreTrusted(t *testing.T) {
	manifest := filepath.Join(t.TempDir(), "manifest.json")
	if err := os.WriteFile(manifest, []byte(`{"1":"query Mia { miCarpeta { id } }"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, 1, "--trusted-documents=enforce", "--trusted-manifest="+manifest)
	for _, operation := range web.Operations() {
		if r := s.do(s.token, operation, nil); slices.Contains(r.codes(), "OPERATION_NOT_TRUSTED") {
			t.Errorf("%s", operation)
		}
	}
}

// TestPublicURLIsAnOrigin: behind a proxy that writes another Host, the pages of
// the public name are the server's own.
func TestPublicURLIsAnOrigin(t *testing.T) {
	const other = "https://app.example.org"
	c := command(t, t.TempDir(), "serve", "--cors-origins="+other, "--public-url=https://carpeta.example.org/base").Config
	if got := app.Origins(c); !slices.Equal(got, []string{other, "https://carpeta.example.org"}) {
		t.Error(got)
	}
	if c.PublicURL = ""; !slices.Equal(app.Origins(c), []string{other}) {
		t.Error(app.Origins(c))
	}
}

// TestPublicURLEndsWithoutSlash: the path behind it begins with one.
func TestPublicURLEndsWithoutSlash(t *testing.T) {
	if s := start(t, 0, "--public-url=https://carpeta.example.org/base/"); s.api != "https://carpeta.example.org/base" {
		t.Error(s.api)
	}
}
