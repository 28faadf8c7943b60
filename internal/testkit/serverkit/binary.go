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

var binaryDirs []string // removed by Main

// build builds the server once per test process; with the race detector if the tests
// have it. The program is linked only if it differs from that of the last process: it is
// kept in bin/test, and copied from there, so that nobody runs a file that changes.
var build = sync.OnceValues(func() (string, error) { return buildWith(withRace) })

// buildPlain builds it as it is given to others, so without the race detector, which takes many
// times the memory.
var buildPlain = sync.OnceValues(func() (string, error) { return buildWith(false) })

func buildWith(race bool) (string, error) {
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}
	kept := filepath.Join(root, "bin", "test", "carpeta")
	cmd := exec.Command("tools/build.sh", kept)
	if race {
		kept += "-race"
		cmd = exec.Command("go", "build", "-race", "-o", kept, ".")
	}
	cmd.Dir = root
	if err := os.MkdirAll(filepath.Dir(kept), 0o755); err != nil {
		return "", err
	}
	release, err := services.LockFile(kept + ".lock")
	if err != nil {
		return "", err
	}
	defer release()
	if output, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", cmd, err, output)
	}
	return copyProgram(kept)
}

// moduleRoot is the folder above the test's own that holds go.mod.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("no go.mod in any folder above the test")
		}
		dir = filepath.Dir(dir)
	}
	return "", err
}

func copyProgram(from string) (string, error) {
	dir, err := os.MkdirTemp("", "carpeta-bin-")
	if err != nil {
		return "", err
	}
	binaryDirs = append(binaryDirs, dir)
	target := filepath.Join(dir, "carpeta")
	// Not by our own hand: a child that another test starts meanwhile would hold the file
	// open for writing, and a program that is written to cannot be run.
	if output, err := exec.Command("cp", from, target).CombinedOutput(); err != nil {
		return "", fmt.Errorf("cp: %w\n%s", err, output)
	}
	return target, nil
}

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
	for _, dir := range binaryDirs {
		if err := os.RemoveAll(dir); err != nil && !errors.Is(err, os.ErrNotExist) {
			fmt.Fprintln(os.Stderr, "servidor:", err)
			code = max(code, 1)
		}
	}
	return code
}
