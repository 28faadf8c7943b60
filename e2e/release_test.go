package e2e_test

import (
	"bytes"
	"debug/buildinfo"
	"debug/elf"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// TestTheSameSourceGivesTheSameBytes: the program that is given to others depends on its source only, so
// anybody can build it again and compare.
func TestTheSameSourceGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	one := copyOfTheSource(t, "una")
	first := buildIn(t, one)
	for name, place := range map[string]string{"folder": one, "modules": goEnv(t, "GOMODCACHE"), "Go's folder": goEnv(t, "GOROOT")} {
		if bytes.Contains(first, []byte(place)) {
			t.Errorf("the program names a place of this machine, its %s %s", name, place)
		}
	}
	requireStatic(t, first)
	requireVersion(t, filepath.Join(one, "bin", "carpeta"))
	t.Run("built again without a cache", func(t *testing.T) {
		services.Night(t, "a build that names no place of this machine")
		second := buildIn(t, copyOfTheSource(t, "otra, con espacios"), "GOCACHE="+t.TempDir())
		if !bytes.Equal(first, second) {
			t.Errorf("%d bytes, then %d others", len(first), len(second))
		}
	})
}

// requireVersion: the program's number is that of the changelog, and it knows its commit.
func requireVersion(t *testing.T, program string) {
	t.Helper()
	said, err := exec.CommandContext(t.Context(), program, "version").Output()
	must(t, err)
	fields := strings.Fields(string(said))
	if len(fields) != 5 || fields[2] != someCommit || fields[4] != runtime.GOOS+"/"+runtime.GOARCH {
		t.Fatalf("version says %q", said)
	}
	changes, err := os.ReadFile("../CHANGELOG.md")
	must(t, err)
	if _, newest, _ := strings.Cut(string(changes), "\n## ["); !strings.HasPrefix(newest, fields[1]+"]") {
		t.Errorf("the program says %s, the changelog [%.20s", fields[1], newest)
	}
}

const someCommit = "0123456789012345678901234567890123456789"

// copyOfTheSource is what git knows, and the built pages, in a folder of that name.
func copyOfTheSource(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	must(t, os.Mkdir(dir, 0o755))
	script := `cd .. && { git ls-files -z --cached --others --exclude-standard; find web/*/dist -type f -print0; } | sort -zu |
		tar --null -T - -cf - --ignore-failed-read 2>/dev/null | tar -xf - -C "$1"`
	if output, err := exec.CommandContext(t.Context(), "bash", "-eu", "-o", "pipefail", "-c", script, "copy", dir).CombinedOutput(); err != nil {
		services.NotRun(t, "git or tar cannot copy the source: "+err.Error()+"\n"+string(output))
	}
	return dir
}

// buildIn is the program that tools/build.sh makes of the source in dir.
func buildIn(t *testing.T, dir string, env ...string) []byte {
	t.Helper()
	target := filepath.Join(dir, "bin", "carpeta")
	cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "tools", "build.sh"), target)
	cmd.Env = append(append(os.Environ(), "COMMIT="+someCommit), env...)
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	program, err := os.ReadFile(target)
	must(t, err)
	return program
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	value, err := exec.CommandContext(t.Context(), "go", "env", name).CombinedOutput()
	if err != nil {
		t.Fatalf("go env %s: %v\n%s", name, err, value)
	}
	return strings.TrimSpace(string(value))
}

// requireStatic: the program needs no loader and no library, so an image without any can run it.
func requireStatic(t *testing.T, program []byte) {
	t.Helper()
	file, err := elf.NewFile(bytes.NewReader(program))
	must(t, err)
	for _, p := range file.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Errorf("the program is not static: it has a %v", p.Type)
		}
	}
	if libraries, err := file.ImportedLibraries(); err != nil || len(libraries) > 0 {
		t.Errorf("the program needs %v (%v)", libraries, err)
	}
}

// TestARelease: what a version is given to others with is whole. Every module that Go found in the program,
// and every package that the pages bundle, is in the SBOM and has its licence; the checksums are right.
func TestARelease(t *testing.T) {
	t.Parallel()
	requirePrograms(t, "jq")
	requirePages(t)
	dir := filepath.Join(t.TempDir(), "entrega")
	cmd := exec.CommandContext(t.Context(), "../tools/release.sh", dir)
	cmd.Env = append(os.Environ(), "ARCHS="+runtime.GOARCH)
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	sums := exec.CommandContext(t.Context(), "sha256sum", "--check", "--strict", "SHA256SUMS")
	sums.Dir = dir
	if output, err := sums.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}

	requireDeploy(t, only(t, filepath.Join(dir, "carpeta-*-deploy.tar.gz")))

	program := only(t, filepath.Join(dir, "carpeta-*-linux-"+runtime.GOARCH))
	info, err := buildinfo.ReadFile(program)
	must(t, err)
	parts, licences := readFile(t, program+".cdx.json"), readFile(t, filepath.Join(dir, "LICENCIAS-go.md"))
	for _, module := range info.Deps {
		if !strings.Contains(parts, `"pkg:golang/`+module.Path+"@"+module.Version+"?") {
			t.Errorf("%s %s is not in the SBOM", module.Path, module.Version)
		}
		if !strings.Contains(licences, "\n## "+module.Path) {
			t.Errorf("%s has no licence", module.Path)
		}
	}
	var pages struct {
		Components []struct{ Name, Version string }
	}
	must(t, json.Unmarshal([]byte(readFile(t, only(t, filepath.Join(dir, "carpeta-*-web.cdx.json")))), &pages))
	installed, bundled := installedPackages(t), map[string]bool{}
	for _, c := range pages.Components {
		if bundled[c.Name] = true; !installed[packageOf(c.Name)+"@"+c.Version] {
			t.Errorf("the SBOM has %s %s, which the lock file has not", c.Name, c.Version)
		}
	}
	for name := range packageFile(t, "../web/explorer/package.json").Dependencies {
		if !bundled[name] {
			t.Errorf("the explorer uses %s, which the SBOM has not", name)
		}
	}
	if len(info.Deps) < 20 || len(bundled) < 20 {
		t.Errorf("%d modules and %d packages: too few to be all", len(info.Deps), len(bundled))
	}
	for _, page := range []string{"app", "explorer"} {
		requireLicences(t, "../web/"+page+"/dist", readFile(t, filepath.Join(dir, "LICENCIAS-web.md")), bundled)
	}
	for _, name := range unseenByVite {
		if !bundled[name] {
			t.Errorf("%s is in a page, and not in the SBOM", name)
		}
	}
}

// unseenByVite are a package that only a worker bundles, and files in packages under a licence that is not the package's.
var unseenByVite = []string{
	"picomatch-browser",
	"pdfjs-dist/wasm/jbig2_nowasm_fallback.js", "pdfjs-dist/wasm/openjpeg_nowasm_fallback.js",
	"monaco-editor/esm/vs/base/browser/ui/codicons/codicon/codicon.ttf",
}

// made is what a build makes itself, of the packages in its list: its programs and styles, with a hash in their names, and
// its page. What else is in the program was taken from somebody as it is.
var made = regexp.MustCompile(`^(index\.html|favicon\.svg|licencias\.md|manifest\.json|assets/[^/]+-[\w-]{8}\.(js|css))(\.br|\.gz)?$`)

// requireLicences: each file of a page that was taken as it is, is named with where it is from, which the SBOM has.
func requireLicences(t *testing.T, dist, licences string, bundled map[string]bool) {
	t.Helper()
	taken := map[string]bool{}
	must(t, filepath.WalkDir(dist, func(path string, d fs.DirEntry, err error) error {
		name := strings.TrimPrefix(path, dist+"/")
		if err == nil && !d.IsDir() && name != ".gitkeep" && !made.MatchString(name) {
			taken[strings.TrimSuffix(strings.TrimSuffix(name, ".br"), ".gz")] = true
		}
		return err
	}))
	if len(taken) == 0 {
		t.Errorf("%s has no file that was taken as it is: what became of the decoders and of the font?", dist)
	}
	for name := range taken {
		from := regexp.MustCompile(`(?m)^\* ` + regexp.QuoteMeta(name) + `: (\S+)$`).FindStringSubmatch(licences)
		if from == nil || !bundled[from[1]] && !bundled[packageOf(from[1])] {
			t.Errorf("%s is of others (%q), and has no licence", name, from)
		}
	}
}

// packageOf is the package that a file is in: the first part of its path, or two with a scope.
func packageOf(file string) string {
	parts := strings.SplitN(file, "/", 3)
	if strings.HasPrefix(file, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// requireDeploy: the archive has every unit, the chart with its alerts and dashboards as files, and nothing of Go.
func requireDeploy(t *testing.T, archive string) {
	t.Helper()
	dir := t.TempDir()
	if output, err := exec.CommandContext(t.Context(), "tar", "-xzf", archive, "-C", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	count := 0
	must(t, filepath.WalkDir("../deploy", func(path string, d fs.DirEntry, err error) error {
		name := strings.TrimPrefix(path, "../")
		top := strings.Split(name+"/", "/")[1]
		if err != nil || d.IsDir() || strings.HasSuffix(name, "_test.yaml") || !slices.Contains([]string{"systemd", "chart", "alerts", "dashboards", "proxy"}, top) {
			return err
		}
		info, err := os.Lstat(filepath.Join(dir, name))
		switch {
		case strings.HasSuffix(name, ".go"):
			if err == nil {
				t.Errorf("%s is in the archive", name)
			}
		case err != nil || !info.Mode().IsRegular() || readFile(t, filepath.Join(dir, name)) != readFile(t, path):
			t.Errorf("%s is not in the archive as it is: %v", name, err)
		default:
			count++
		}
		return nil
	}))
	if count < 30 {
		t.Errorf("the archive has %d files", count)
	}
}

// installedPackages are those of the lock file, as name@version.
func installedPackages(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for place, p := range packageFile(t, "../web/package-lock.json").Packages {
		if i := strings.LastIndex(place, "node_modules/"); i >= 0 {
			found[place[i+len("node_modules/"):]+"@"+p.Version] = true
		}
	}
	return found
}

// npmFile is what the tests read of package.json and package-lock.json.
type npmFile struct {
	Dependencies map[string]string
	Packages     map[string]struct{ Version string }
}

func packageFile(t *testing.T, name string) (f npmFile) {
	t.Helper()
	must(t, json.Unmarshal([]byte(readFile(t, name)), &f))
	return f
}

// requirePages: whoever gives the program to others gives the pages too, so they must be built.
func requirePages(t *testing.T) {
	t.Helper()
	if output, err := exec.CommandContext(t.Context(), "../tools/pages.sh").CombinedOutput(); err != nil {
		services.NotRun(t, strings.TrimSpace(string(output)))
	}
}

// only is the one file of a pattern.
func only(t *testing.T, pattern string) string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) != 1 {
		t.Fatalf("%s: %v (%v)", pattern, names, err)
	}
	return names[0]
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	must(t, err)
	return string(text)
}
