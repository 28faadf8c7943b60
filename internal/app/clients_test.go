package app_test

import (
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/app"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// Keys of cursors, as a setting has them.
var (
	oneKey, otherKey = cursorKey('1'), cursorKey('2')
	ours             = "https://login.example.org"
)

func cursorKey(b byte) string {
	return base64.StdEncoding.EncodeToString([]byte(strings.Repeat(string(b), 32)))
}

// target are the settings of new servers, whose stores nobody asks.
func target(t *testing.T, dir string, args ...string) config.Command {
	t.Helper()
	args = append([]string{"migrar", "--de=" + dir, "--profile=distributed", "--data-dir=" + t.TempDir(), "--log-level=error",
		"--dynamodb-endpoint=http://127.0.0.1:1", "--s3-endpoint=http://127.0.0.1:1", "--s3-bucket=documentos"}, args...)
	c, err := config.Parse(args, []string{"AWS_REGION=us-east-1", "CARPETA_S3_ACCESS_KEY=k", "CARPETA_S3_SECRET_KEY=secreto-secreto"}, io.Discard, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// sealKeys makes a file of keys of sealed logs.
func sealKeys(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "llaves")
	output(t, t.TempDir(), "auditoria", "llave", "crear", "--nombre=localhost", "--archivo="+file)
	return file
}

// TestClientsOfAFolderThatMoves: before anything moves, the settings of the new servers are compared with what clients
// of the old one hold: its issuer and audience, its keys of cursors, and those of receipts.
func TestClientsOfAFolderThatMoves(t *testing.T) {
	seals, otherSeals := sealKeys(t), sealKeys(t)
	external := []string{"--auth-issuer=" + ours, "--auth-audience=carpeta", "--cursor-keys=2026:" + oneKey, "--sello-llaves=" + seals}
	with := func(settings ...string) []string { return settings }
	for name, c := range map[string]struct {
		old, next []string
		warns     string // nothing: no warning
		refuses   []string
	}{
		"the same": {external, with("--auth-issuer="+ours, "--cursor-keys=9:"+otherKey+",2026:"+oneKey, "--sello-llaves="+seals), "", nil},
		"another issuer": {external, with("--auth-issuer=https://otro.example.org", "--cursor-keys=2026:"+oneKey, "--sello-llaves="+seals),
			"", []string{"https://otro.example.org", "took the tokens of " + ours, "--otro-emisor", "Nothing was changed"}},
		"another issuer, on purpose": {external, with("--otro-emisor", "--auth-issuer=https://otro.example.org", "--cursor-keys=2026:"+oneKey, "--sello-llaves="+seals),
			"the tokens of " + ours + " end with the old server", nil},
		"another audience": {external, with("--auth-issuer="+ours, "--auth-audience=otra", "--cursor-keys=2026:"+oneKey, "--sello-llaves="+seals),
			"CARPETA_AUTH_AUDIENCE is otra, and the old server took tokens for carpeta", nil},
		"another key of the same name": {external, with("--auth-issuer="+ours, "--cursor-keys=2026:"+otherKey, "--sello-llaves="+seals),
			"", []string{"CARPETA_CURSOR_KEYS lacks", "(2026)", "as they stand in CARPETA_CURSOR_KEYS of the old server"}},
		"no keys at all": {external, with("--auth-issuer=" + ours),
			"", []string{"CARPETA_CURSOR_KEYS lacks", "CARPETA_SELLO_LLAVES must name", "that CARPETA_SELLO_LLAVES of the old server names"}},
		"other seals": {external, with("--auth-issuer="+ours, "--cursor-keys=2026:"+oneKey, "--sello-llaves="+otherSeals),
			"", []string{"CARPETA_SELLO_LLAVES must name"}},
		"a server with an issuer of its own": {with("--cursor-keys=2026:"+oneKey, "--sello-llaves="+seals), with("--auth-issuer="+ours, "--cursor-keys=2026:"+oneKey, "--sello-llaves="+seals),
			"the old server issued its tokens itself", nil},
		"a server with keys of its own": {nil, with("--auth-issuer="+ours, "--cursor-keys=2026:"+oneKey, "--sello-llaves="+seals),
			"the old server issued its tokens itself", []string{"as local:KEY", "base64 -w0 ", "cursores.key", "sello.llaves to where"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			t.Run("serves", func(t *testing.T) { (&server{t: t}).serve(dir, c.old...) })
			requireSaid(t, target(t, dir, c.next...), c.warns, c.refuses)
		})
	}
}

func requireSaid(t *testing.T, c config.Command, warns string, refuses []string) {
	t.Helper()
	warnings, err := app.CheckClients(t.Context(), c)
	if text := strings.Join(warnings, "\n"); !strings.Contains(text, warns) || (text == "") != (warns == "") {
		t.Errorf("it warns %q, want %q", text, warns)
	}
	if (err == nil) != (refuses == nil) {
		t.Errorf("it says %v, want %q", err, refuses)
	}
	for _, part := range refuses {
		if !strings.Contains(fmt.Sprint(err), part) {
			t.Errorf("it says %v, without %q", err, part)
		}
	}
}

// A folder that no server of this version had shows its own secrets. What cannot be read is named.
func TestClientsOfAnOlderFolder(t *testing.T) {
	dir := t.TempDir()
	t.Run("serves", func(t *testing.T) { (&server{t: t}).serve(dir) })
	file := filepath.Join(dir, app.ClientsFile)
	if mode, err := os.Stat(file); err != nil || mode.Mode().Perm() != 0o600 {
		t.Fatal(mode, err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	key, err := os.ReadFile(filepath.Join(dir, "cursores.key"))
	if err != nil {
		t.Fatal(err)
	}
	good := []string{"--auth-issuer=" + ours, "--cursor-keys=local:" + base64.StdEncoding.EncodeToString(key), "--sello-llaves=" + filepath.Join(dir, "sello.llaves")}
	requireSaid(t, target(t, dir, good...), "the old server issued its tokens itself", nil)
	requireSaid(t, target(t, dir, good[0]), "the old server issued its tokens itself", []string{"as local:KEY", "CARPETA_SELLO_LLAVES must name"})
	if err := os.Remove(filepath.Join(dir, "emisor.pem")); err != nil {
		t.Fatal(err)
	}
	requireSaid(t, target(t, dir, good...), "says whose tokens the old server took", nil)
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	requireSaid(t, target(t, dir, good...), "", []string{app.ClientsFile, "start its server once"})
}

// Without an issuer nobody could sign in where everything goes.
func TestAMigrationNamesAnIssuer(t *testing.T) {
	_, err := config.Parse([]string{"migrar", "--de=d", "--profile=distributed", "--s3-endpoint=http://127.0.0.1:1", "--s3-bucket=documentos"}, nil, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "CARPETA_AUTH_ISSUER") {
		t.Errorf("it says %v", err)
	}
}
