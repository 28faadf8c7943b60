package app_test

import (
	"io"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// The configuration offers the algorithms that can be verified: no more, no less.
func TestAlgorithmsOfTheConfiguration(t *testing.T) {
	if got := command(t, t.TempDir(), "serve").Config.AuthAlgorithms; !slices.Equal(got, auth.ValidAlgorithms()) {
		t.Errorf("the configuration says %v, internal/auth knows %v", got, auth.ValidAlgorithms())
	}
}

// A demo that runs since yesterday still gives its visitors tokens that are good, one for each role.
func TestDemoTokensAreOfToday(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		c := command(t, dir, "serve", "--demo")
		a, err := app.New(t.Context(), c.Config, app.NewLog(c.Config, io.Discard))
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		settings, err := app.Demo(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		yesterday := settings()
		time.Sleep(24 * time.Hour)
		today := settings()
		if app.Verify(t.Context(), a, yesterday.Token) == nil {
			t.Error("yesterday's token does not expire")
		}
		if err := app.Verify(t.Context(), a, today.Token); err != nil {
			t.Error(err)
		}
		var roles []auth.Role
		for _, p := range today.Visitors {
			roles = append(roles, auth.Role(p.Role))
			if err := app.Verify(t.Context(), a, p.Token); err != nil {
				t.Error(p.Role, err)
			}
		}
		if want := []auth.Role{auth.Ciudadano, auth.Operador, auth.Entidad}; !slices.Equal(roles, want) {
			t.Errorf("visitors of %v, want %v: nobody who reaches more than the demo", roles, want)
		}
	})
}
