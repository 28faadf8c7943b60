package app_test

import (
	"slices"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// The configuration offers what can be verified: no more, no less.
func TestAlgorithmsOfTheConfiguration(t *testing.T) {
	if got := comando(t, t.TempDir(), "serve").Config.AuthAlgorithms; !slices.Equal(got, auth.AlgoritmosValidos()) {
		t.Errorf("the configuration says %v, internal/auth knows %v", got, auth.AlgoritmosValidos())
	}
}
