package app_test

import (
	"slices"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// The configuration offers the algorithms that can be verified: no more, no less.
func TestAlgorithmsOfTheConfiguration(t *testing.T) {
	if got := command(t, t.TempDir(), "serve").Config.AuthAlgorithms; !slices.Equal(got, auth.ValidAlgorithms()) {
		t.Errorf("the configuration says %v, internal/auth knows %v", got, auth.ValidAlgorithms())
	}
}
