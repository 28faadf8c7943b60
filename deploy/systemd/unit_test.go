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

const unit = "carpeta.service"

// worst is the exposure that is allowed, in tenths: systemd gives 0 to 100, and calls up to 20 safe enough.
const worst = "20"

// TestVerify: systemd understands every line of the unit. Only the program is another one: ours is not installed.
func TestVerify(t *testing.T) {
	requireSystemd(t)
	text, err := os.ReadFile(unit)
	if err != nil {
		t.Fatal(err)
	}
	here, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const program = "/usr/local/bin/carpeta"
	if !strings.Contains(string(text), "ExecStart="+program+" serve\n") {
		t.Fatalf("the unit does not start %s", program)
	}
	copied := filepath.Join(t.TempDir(), unit)
	if err := os.WriteFile(copied, []byte(strings.Replace(string(text), "ExecStart="+program, "ExecStart="+here, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if output, err := exec.CommandContext(t.Context(), "systemd-analyze", "verify", copied).CombinedOutput(); err != nil || len(output) > 0 {
		t.Errorf("%v\n%s", err, output)
	}
}

// TestSecurity: the unit may do little. The score is that of systemd, whose scale ends at 10.
func TestSecurity(t *testing.T) {
	requireSystemd(t)
	output, err := exec.CommandContext(t.Context(), "systemd-analyze", "security", "--no-pager", "--offline=true", "--threshold="+worst, unit).CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	t.Log(lines[len(lines)-1])
	if err != nil {
		t.Errorf("more exposed than %s tenths: %v\n%s", worst, err, output)
	}
}

func requireSystemd(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		services.NotRun(t, "systemd-analyze is missing (Debian: systemd)")
	}
}
