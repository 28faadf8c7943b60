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

// A demo that runs since yesterday still gives its visitors a token that is good.
func TestDemoTokenIsOfToday(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		c := command(t, dir, "serve", "--demo")
		a, err := app.New(t.Context(), c.Config, app.NewLog(c.Config, io.Discard))
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		token, err := app.Demo(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		yesterday := token()
		time.Sleep(24 * time.Hour)
		if app.Verify(t.Context(), a, yesterday) == nil {
			t.Error("yesterday's token does not expire")
		}
		if err := app.Verify(t.Context(), a, token()); err != nil {
			t.Error(err)
		}
	})
}
