package serverkit

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

const module = "github.com/carpeta-ciudadana/servidor"

var binaryDir string // removed by Main

// build builds the server once per test process; with the race detector if
// the tests have it.
var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "carpeta-bin-")
	if err != nil {
		return "", err
	}
	binaryDir = dir
	target := filepath.Join(dir, "carpeta")
	args := []string{"build", "-o", target}
	if withRace {
		args = append(args, "-race")
	}
	if output, err := exec.Command("go", append(args, module)...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, output)
	}
	return target, nil
})

// Binary is the path of the server's program.
func Binary(t testing.TB) string {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Main is services.Main that also removes the program. Its result is for os.Exit.
func Main(m interface{ Run() int }) int {
	code := services.Main(m)
	if binaryDir == "" {
		return code
	}
	if err := os.RemoveAll(binaryDir); err != nil && !errors.Is(err, os.ErrNotExist) {
		fmt.Fprintln(os.Stderr, "servidor:", err)
		return max(code, 1)
	}
	return code
}
