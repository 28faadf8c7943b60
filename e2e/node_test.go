package e2e_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// nodePatience keeps a program that hangs from holding the tests up.
const nodePatience = 30 * time.Minute

// nodeProject copies a folder of JavaScript and links the packages of its lock file to it.
// The result runs node there, and returns its output.
func nodeProject(t *testing.T, source string) (node func(args ...string) string) {
	t.Helper()
	requirePrograms(t, "node", "npm")
	dir := t.TempDir()
	must(t, os.CopyFS(dir, os.DirFS(source)))
	must(t, os.Symlink(nodeModules(t, dir), filepath.Join(dir, "node_modules")))
	return func(args ...string) string {
		t.Helper()
		return runIn(t, dir, "node", args...)
	}
}

// kitProject copies a folder of JavaScript, and installs the client kit of web/ beside it, built from its source. What
// the kit stands on is what the lock file of web/ has. The result runs node in the folder, and returns its output.
func kitProject(t *testing.T, source string) (node func(args ...string) string) {
	t.Helper()
	requirePrograms(t, "node", "npm")
	web, err := filepath.Abs("../web")
	must(t, err)
	modules := filepath.Join(web, "node_modules")
	if _, err := os.Stat(filepath.Join(modules, ".bin/tsc")); err != nil {
		services.NotRun(t, "the packages of web/ are not installed: run make web")
	}
	around := t.TempDir() // node looks here for what the folder itself does not have
	must(t, os.Symlink(modules, filepath.Join(around, "node_modules")))
	dir := filepath.Join(around, "project")
	must(t, os.CopyFS(dir, os.DirFS(source)))
	kit := filepath.Join(dir, "node_modules/@carpeta-ciudadana/cliente")
	runIn(t, filepath.Join(web, "packages/cliente"), filepath.Join(modules, ".bin/tsc"),
		"-p", "tsconfig.build.json", "--outDir", filepath.Join(kit, "dist"), "--tsBuildInfoFile", filepath.Join(around, "built"))
	manifest, err := os.ReadFile(filepath.Join(web, "packages/cliente/package.json"))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(kit, "package.json"), manifest, 0o644))
	return func(args ...string) string {
		t.Helper()
		return runIn(t, dir, "node", args...)
	}
}

func requirePrograms(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		if _, err := exec.LookPath(name); err != nil {
			services.NotRun(t, name+" is missing; run `make servicios`")
		}
	}
}

// nodeModules installs the packages of a project's lock file and returns their folder. It
// is kept in the user's cache, one for each lock file: npm takes ten seconds, also when it
// has everything.
func nodeModules(t *testing.T, project string) string {
	t.Helper()
	lock, err := os.ReadFile(filepath.Join(project, "package-lock.json"))
	must(t, err)
	cache, err := os.UserCacheDir()
	must(t, err)
	sum := sha256.Sum256(lock)
	kept := filepath.Join(cache, "carpeta-tools", "npm-"+hex.EncodeToString(sum[:8]))
	must(t, os.MkdirAll(filepath.Dir(kept), 0o755))
	release, err := services.LockFile(kept + ".lock")
	must(t, err)
	defer release()
	if _, err := os.Stat(kept); err == nil {
		return filepath.Join(kept, "node_modules")
	}
	partial, err := os.MkdirTemp(filepath.Dir(kept), ".partial-")
	must(t, err)
	defer os.RemoveAll(partial)
	must(t, os.CopyFS(partial, os.DirFS(project)))
	persist, err := filepath.Abs("../tools/insistir.sh")
	must(t, err)
	runIn(t, partial, persist, "npm", "ci", "--no-audit", "--no-fund", "--silent")
	must(t, os.Rename(partial, kept)) // only a whole folder has this name
	return filepath.Join(kept, "node_modules")
}

// runIn runs a program that must succeed, and returns its output.
func runIn(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), nodePatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, output)
	}
	return string(output)
}
