package app_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/cli"
)

// A server does not begin with a list that it cannot read: revoked tokens would be good.
func TestServerDoesNotBeginWithBrokenRevocations(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, auth.RevocationsName), []byte("broken\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := cli.Run(t.Context(), command(t, dir, "serve"), io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), auth.RevocationsName) || !strings.Contains(err.Error(), "carpeta revocacion listar") {
		t.Error(err)
	}
}
