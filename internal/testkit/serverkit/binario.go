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

const modulo = "github.com/carpeta-ciudadana/servidor"

var carpetaBinario string // removed by Main

// construir builds the server once per test process; with the race detector if
// the tests have it.
var construir = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "carpeta-bin-")
	if err != nil {
		return "", err
	}
	carpetaBinario = dir
	destino := filepath.Join(dir, "carpeta")
	args := []string{"build", "-o", destino}
	if conRace {
		args = append(args, "-race")
	}
	if salida, err := exec.Command("go", append(args, modulo)...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, salida)
	}
	return destino, nil
})

// Binario is the path of the server's program.
func Binario(t testing.TB) string {
	t.Helper()
	ruta, err := construir()
	if err != nil {
		t.Fatal(err)
	}
	return ruta
}

// Main is services.Main that also removes the program. Its result is for os.Exit.
func Main(m interface{ Run() int }) int {
	codigo := services.Main(m)
	if carpetaBinario == "" {
		return codigo
	}
	if err := os.RemoveAll(carpetaBinario); err != nil && !errors.Is(err, os.ErrNotExist) {
		fmt.Fprintln(os.Stderr, "servidor:", err)
		return max(codigo, 1)
	}
	return codigo
}
