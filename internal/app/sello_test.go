package app_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/cli"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

func TestKeysOfTheSealedLogs(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "sello.llaves")
	refused := func(why, says string, args ...string) {
		t.Helper()
		if err := cli.Run(t.Context(), command(t, dir, args...), io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", why, err)
		}
	}
	public := func(want int, args ...string) verify.Keys {
		t.Helper()
		keys, err := verify.ParseKeys([]byte(output(t, dir, append([]string{"llave"}, args...)...) + "\n"))
		if err != nil || len(keys) != want {
			t.Fatalf("%+v (%v)", keys, err)
		}
		return keys
	}
	first := []string{"crear", "--nombre=carpeta.example.org", "--archivo=" + path}
	if keys := public(1, first...); keys[0].Origin != "carpeta.example.org" {
		t.Errorf("%+v", keys)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	before, _ := os.ReadFile(path)
	refused("a file of keys is overwritten", "is there already", append([]string{"llave"}, first...)...)
	refused("a key signs for the past", "coming time", "llave", "rotar", "--archivo="+path, "--desde=2026-01-01T00:00:00Z")
	if again, _ := os.ReadFile(path); string(again) != string(before) {
		t.Error("a refusal changes the file")
	}
	if keys := public(2, "rotar", "--archivo="+path, "--desde="+time.Now().Add(time.Hour).UTC().Format(time.RFC3339)); !keys[0].Until.Equal(keys[1].From) {
		t.Errorf("%+v", keys)
	}
	if keys := public(2, "mostrar", "--archivo="+path, "--operador=op-1"); keys[0].Origin != "carpeta.example.org/operador/op-1" {
		t.Errorf("%+v", keys)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	refused("others can read it", "chmod 600", "llave", "mostrar", "--archivo="+path)
	refused("it is not there", "llave crear", "llave", "mostrar", "--archivo="+path+".gone")
}

// TestWhatVerifiesIsServed: the public keys, and the trust, in the forms that whoever verifies a file reads.
func TestWhatVerifiesIsServed(t *testing.T) {
	s := start(t, 1)
	served := func(path string) []byte {
		answer, err := s.client.Get(s.api + "/.well-known/carpeta-sello/" + path)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		isJSON := answer.Header.Get("Content-Type") == "application/json"
		if err != nil || answer.StatusCode != http.StatusOK || isJSON != strings.HasSuffix(path, ".json") {
			t.Errorf("%s: %d %s (%v)", path, answer.StatusCode, text, err)
		}
		return text
	}
	for query, origin := range map[string]string{"": "localhost", "?operador=op-1": "localhost/operador/op-1"} {
		if keys, err := verify.ParseKeys(served("llaves.txt" + query)); err != nil || keys[0].Origin != origin {
			t.Errorf("%+v (%v)", keys, err)
		}
	}
	if c, err := verificable.LeerConfianza(served("confianza.json")); err != nil || c.Logs[0].Origin != "localhost" {
		t.Errorf("%+v (%v)", c, err)
	}
}

// A folder in which nothing was ever recorded has nothing to find.
func TestComprobarOfNothing(t *testing.T) {
	dir := t.TempDir()
	if got := output(t, dir, "auditoria", "comprobar"); got != "" {
		t.Errorf("%s", got)
	}
	if _, err := os.Stat(filepath.Join(dir, "sello.llaves")); err != nil {
		t.Error("the embedded profile has no key of its own:", err)
	}
}

// TestAHostThatSealsNothingSaysSo: its trust has no logs, and no issuer whose every document has a sealed fact.
func TestAHostThatSealsNothingSaysSo(t *testing.T) {
	dir := t.TempDir()
	output(t, dir, "entidad", "alta", "colegio", "--nombre=El colegio", "--jwks-url=https://example.org/k")
	d, err := app.Open(t.Context(), command(t, dir, "serve").Config, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	for _, seals := range []bool{true, false} {
		if !seals {
			d.Sellador = nil
		}
		trust := httptest.NewRecorder()
		app.Seals(d).ServeHTTP(trust, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/.well-known/carpeta-sello/confianza.json", nil))
		c, err := verificable.LeerConfianza(trust.Body.Bytes())
		if err != nil || len(c.Entidades) != 1 || (len(c.Logs) > 0) != seals || (c.Entidades[0].EmisionDesde != nil) != seals {
			t.Errorf("it seals (%t): %s, %v", seals, trust.Body, err)
		}
		keys := httptest.NewRecorder()
		app.Seals(d).ServeHTTP(keys, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/.well-known/carpeta-sello/llaves.txt", nil))
		if (keys.Code == http.StatusOK) != seals {
			t.Errorf("it seals (%t), and its keys are answered with %d", seals, keys.Code)
		}
	}
}
