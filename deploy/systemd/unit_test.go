// Package systemd_test holds the unit to what systemd itself says of it.
package systemd_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// units are started by systemd, with these arguments.
var units = map[string]string{"carpeta.service": "serve", "carpeta-respaldo.service": "respaldo --en /var/lib/carpeta-respaldos --conservar 14"}

// worst is the exposure that is allowed, in tenths: systemd gives 0 to 100, and calls up to 20 safe enough.
const worst = "20"

// TestVerify: systemd understands every line of the units, and of the timer. Only the program is another one: ours is
// not installed.
func TestVerify(t *testing.T) {
	requireSystemd(t)
	here, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const program, timer = "/usr/local/bin/carpeta", "carpeta-respaldo.timer"
	dir := t.TempDir()
	files := []string{filepath.Join(dir, timer)}
	copyUnit(t, timer, files[0], "", "")
	for unit, arguments := range units {
		to := filepath.Join(dir, unit)
		copyUnit(t, unit, to, "ExecStart="+program+" "+arguments+"\n", "ExecStart="+here+" "+arguments+"\n")
		files = append(files, to)
	}
	if output, err := exec.CommandContext(t.Context(), "systemd-analyze", append([]string{"verify"}, files...)...).CombinedOutput(); err != nil || len(output) > 0 {
		t.Errorf("%v\n%s", err, output)
	}
}

// copyUnit copies a file, with one line of it changed.
func copyUnit(t *testing.T, unit, to, line, changed string) {
	t.Helper()
	text, err := os.ReadFile(unit)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), line) {
		t.Fatalf("%s has no line %q", unit, line)
	}
	if err := os.WriteFile(to, []byte(strings.Replace(string(text), line, changed, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestSecurity: the units may do little. The score is that of systemd, whose scale ends at 10.
func TestSecurity(t *testing.T) {
	requireSystemd(t)
	for unit := range units {
		output, err := exec.CommandContext(t.Context(), "systemd-analyze", "security", "--no-pager", "--offline=true", "--threshold="+worst, unit).CombinedOutput()
		lines := strings.Split(strings.TrimSpace(string(output)), "\n")
		t.Log(lines[len(lines)-1])
		if err != nil {
			t.Errorf("%s is more exposed than %s tenths: %v\n%s", unit, worst, err, output)
		}
	}
}

func requireSystemd(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		services.NotRun(t, "systemd-analyze is missing (Debian: systemd)")
	}
}
