package services

import (
	"errors"
	"os/exec"
	"strings"
	"testing"
)

// Installed is the program that a script of tools/ installs into the cache of tools, and whose path it prints. Where
// it cannot, the test is NOT RUN.
func Installed(t testing.TB, script string) string {
	t.Helper()
	output, err := exec.CommandContext(t.Context(), script).Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		NotRun(t, script+" could not install it: "+string(failed.Stderr))
	}
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(output))
}
