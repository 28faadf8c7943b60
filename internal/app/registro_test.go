package app_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/cli"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// TestTheRegistryHasRolesAndNITs: by the command in the stores and through a running server, which publishes the keys of
// those alone who sign.
func TestTheRegistryHasRolesAndNITs(t *testing.T) {
	dir := t.TempDir()
	jwks := filepath.Join(t.TempDir(), "llaves.json")
	if err := os.WriteFile(jwks, []byte(`{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"k1","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	direct := output(t, dir, "entidad", "alta", "banco", "--nombre=El banco", "--rol=RECEPTOR", "--nit=860.007.386-1")
	refused := func(want string, code int, args ...string) {
		t.Helper()
		err := cli.Run(t.Context(), command(t, dir, append([]string{"entidad", "alta", "notaria", "--nombre=La notaría"}, args...)...), io.Discard, io.Discard)
		var coded interface{ ExitCode() int }
		if err == nil || err.Error() != want || !errors.As(err, &coded) || coded.ExitCode() != code {
			t.Errorf("%v: %v, want %q and exit code %d", args, err, want, code)
		}
	}
	// The same in the stores as through a running server.
	refusals := func(more ...string) {
		t.Helper()
		const check = "Check what you wrote about the entity. (BAD_USER_INPUT) "
		refused(check+"nit: A RECEPTOR has a NIT: give it with its check digit, as 900123456-8.", 2, append(more, "--rol=RECEPTOR")...)
		refused(check+"llaves: Give a JWKS or its address, and only one of both.", 2, append(more, "--rol=EMISOR")...)
		refused(check+"roles: EMISOR, RECEPTOR or both, and each of them once.", 2, append(more, "--rol=RECEPTOR,RECEPTOR", "--nit=800197268-4")...)
		refused("The NIT 860007386-1 is another entity's of the registry, \"banco\". Check the number, or change that entity. (NIT_DE_OTRA_ENTIDAD)", 1,
			append(more, "--rol=RECEPTOR", "--nit=860007386-1")...)
	}
	refusals()
	s := &server{t: t, dir: dir}
	s.serve(dir)
	url := "--url=" + s.api
	err := cli.Run(t.Context(), command(t, dir, "entidad", "listar"), io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "add --url and the address at which your server listens") || strings.Contains(err.Error(), "127.0.0.1:0") {
		t.Errorf("beside the server: %v", err)
	}
	remote := output(t, dir, "entidad", "alta", "uni", "--nombre=La uni", "--rol=RECEPTOR,EMISOR", "--nit=900123456-8", "--jwks="+jwks, url)
	emisor := output(t, dir, "entidad", "alta", "colegio", "--nombre=El colegio", "--jwks-url=https://example.org/k", url)
	for line, want := range map[string]string{
		direct: `{"entidadId":"banco","nombre":"El banco","roles":["RECEPTOR"],"nit":"860007386-1","activa":true,"revocaciones":[],`,
		remote: `{"entidadId":"uni","nombre":"La uni","roles":["EMISOR","RECEPTOR"],"nit":"900123456-8","activa":true,"llaves":`,
		emisor: `{"entidadId":"colegio","nombre":"El colegio","roles":["EMISOR"],"activa":true,"llavesUrl":`,
	} {
		if !strings.HasPrefix(line, want) {
			t.Errorf("printed %s, want %s…", line, want)
		}
	}
	if list := output(t, dir, "entidad", "listar", url); list != strings.Join([]string{direct, emisor, remote}, "\n") {
		t.Errorf("listed:\n%s", list)
	}
	refusals(url)
	_, trusted := s.get("", "/.well-known/carpeta-sello/confianza.json")
	if text := string(trusted); !strings.Contains(text, `"uni"`) || !strings.Contains(text, `"colegio"`) || strings.Contains(text, `"banco"`) {
		t.Errorf("trusted: %s", text)
	} else if c, err := verificable.LeerConfianza(trusted); err != nil || len(c.Entidades) != 2 || c.Entidades[1].EmisionDesde == nil || c.Entidades[1].EmisionDesde.Unix() != 0 {
		t.Errorf("an issuer that came after the first key: %s, %v", text, err)
	}
}
