package services

import (
	"errors"
	"os/exec"
	"strings"
	"testing"
)

// Python is the path of a Python that has what the samples in docs/ejemplos need; without one the test is NOT RUN. root
// leads from the test's folder to that of the repository.
func Python(t testing.TB, root string) string {
	t.Helper()
	output, err := exec.CommandContext(t.Context(), root+"/tools/python.sh").Output()
	var failed *exec.ExitError
	switch {
	case errors.As(err, &failed):
		NotRun(t, "Python with cryptography could not be installed: "+string(failed.Stderr))
	case err != nil:
		t.Fatal(err)
	}
	return strings.TrimSpace(string(output))
}
