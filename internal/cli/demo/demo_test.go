package demo_test

import (
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/cli/demo"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
)

// A demo that runs since yesterday still gives its visitors tokens that are good, one for each role.
func TestDemoTokensAreOfToday(t *testing.T) {
	c, err := config.Parse([]string{"serve", "--demo", "--data-dir=" + t.TempDir(), "--log-level=warn"}, nil, t.Output(), t.Output())
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		s, err := app.Open(t.Context(), c.Config, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.Bootstrap(t.Context()); err != nil {
			t.Fatal(err)
		}
		d, err := demo.Prepare(t.Context(), demo.Server{
			Carpetas: s.Carpetas, Entidades: s.Entidades, Entregas: s.Entregas, Store: s.Store, Objetos: s.Objetos, Emisor: s.Emisor,
			Llave: filepath.Join(t.TempDir(), demo.KeyFile), Clock: time.Now,
		})
		if err != nil {
			t.Fatal(err)
		}
		verifier := s.Emisor.VerifierIn(nil)
		verify := func(token string) error {
			_, err := verifier.Verify(t.Context(), token)
			return err
		}
		yesterday := d.Settings(site.Settings{})
		time.Sleep(24 * time.Hour)
		today := d.Settings(site.Settings{})
		if verify(yesterday.Token) == nil {
			t.Error("yesterday's token does not expire")
		}
		if err := verify(today.Token); err != nil {
			t.Error(err)
		}
		var roles []auth.Role
		for _, p := range today.Visitors {
			roles = append(roles, auth.Role(p.Role))
			if err := verify(p.Token); err != nil {
				t.Error(p.Role, err)
			}
		}
		if want := auth.ValidRoles; len(roles) != len(want) || slices.ContainsFunc(want, func(r auth.Role) bool { return !slices.Contains(roles, r) }) {
			t.Errorf("visitors of %v, want each of %v", roles, want)
		}
	})
}
