package revocacion_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/notas"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/cli/revocacion"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// The command: an entry about the same takes the place of an earlier one, and never of a
// stricter one; the list is bounded, and can be shown and undone.
func TestRevocar(t *testing.T) {
	cfg := config.Config{Profile: config.Embedded, DataDir: t.TempDir(), AuthTokenLife: time.Hour, AuthClockSkew: time.Minute, RevocationsMax: 2}
	run := func(name string, r config.Revocar) (string, error) {
		var out bytes.Buffer
		err := revocacion.List{
			Config: cfg, Denied: auth.NewRevocationFile(cfg.DataDir), Trail: notas.Folder{Dir: cfg.DataDir, Clock: time.Now}, Clock: time.Now,
		}.Run(t.Context(), config.Command{Name: name, Config: cfg, Revocar: r}, &out)
		return out.String(), err
	}
	add := func(jti, subject string, before time.Time) error {
		_, err := run(config.CmdRevocarAdd, config.Revocar{Add: config.RevocarAdd{Revocable: config.Revocable{JTI: jti, Subject: subject}, Before: before}})
		return err
	}
	if err := errors.Join(add("a", "", time.Time{}), add("a", "", time.Time{}), add("", "s", time.Time{})); err != nil {
		t.Fatal(err)
	}
	if err := add("", "s", time.Now().Add(-time.Hour)); err == nil {
		t.Error("a revocation was made weaker")
	}
	if err := add("b", "", time.Time{}); err == nil || !strings.Contains(err.Error(), "CARPETA_REVOCATIONS_MAX") {
		t.Error(err)
	}
	if out, err := run(config.CmdRevocarList, config.Revocar{}); err != nil || strings.Count(out, "\n") != 2 || !strings.Contains(out, `"sujeto":"s"`) {
		t.Error(out, err)
	}
	undo := config.Revocar{Remove: config.RevocarRemove{Revocable: config.Revocable{JTI: "a"}}}
	if _, err := run(config.CmdRevocarRemove, undo); err != nil {
		t.Error(err)
	}
	if _, err := run(config.CmdRevocarRemove, undo); err == nil {
		t.Error("taken back twice")
	}
}
