// Package systemd_test holds the units to what systemd itself says of them.
package systemd_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// units are started by systemd, with these arguments, or with another program; one that is empty tells of failures.
var units = map[string]string{
	"carpeta.service":                    "serve",
	"carpeta-respaldo.service":           "respaldo crear --en /var/lib/carpeta-respaldos --conservar 14",
	"carpeta-respaldo-verificar.service": "/usr/bin/sha256sum --check --quiet --strict respaldo.sha256",
	"carpeta-aviso@.service":             "",
}

// worst is the exposure that is allowed, in tenths: systemd gives 0 to 100, and calls up to 20 safe enough.
const worst = "20"

// TestVerify: systemd understands every line of the units, and of the timers. Only the program is another one: ours is
// not installed.
func TestVerify(t *testing.T) {
	requireSystemd(t)
	here, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const program = "/usr/local/bin/carpeta"
	dir := t.TempDir()
	var files []string
	for _, timer := range timers(t) {
		files = append(files, filepath.Join(dir, timer))
		copyUnit(t, timer, files[len(files)-1], "", "")
	}
	for unit, arguments := range units {
		to := filepath.Join(dir, unit)
		switch {
		case arguments == "":
			copyUnit(t, unit, to, "ExecStart=/usr/bin/curl ", "ExecStart="+here+" ")
		case strings.HasPrefix(arguments, "/"):
			copyUnit(t, unit, to, "ExecStart="+arguments+"\n", "ExecStart="+here+"\n")
		default:
			copyUnit(t, unit, to, "ExecStart="+program+" "+arguments+"\n", "ExecStart="+here+" "+arguments+"\n")
		}
		files = append(files, to)
	}
	if output, err := exec.CommandContext(t.Context(), "systemd-analyze", append([]string{"verify"}, files...)...).CombinedOutput(); err != nil || len(output) > 0 {
		t.Errorf("%v\n%s", err, output)
	}
}

func timers(t *testing.T) []string {
	t.Helper()
	all, err := filepath.Glob("*.timer")
	if err != nil || len(all) == 0 {
		t.Fatal("no timers:", err)
	}
	return all
}

// copyUnit copies a file, with one line of it changed.
func copyUnit(t *testing.T, unit, to, line, changed string) {
	t.Helper()
	text := read(t, unit)
	if !strings.Contains(text, line) {
		t.Fatalf("%s has no line %q", unit, line)
	}
	if err := os.WriteFile(to, []byte(strings.Replace(text, line, changed, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestEveryUnitIsTested: a unit beside those above would be held to nothing.
func TestEveryUnitIsTested(t *testing.T) {
	all, err := filepath.Glob("*.service")
	if err != nil || len(all) != len(units) {
		t.Errorf("%d units are tested, of %v (%v)", len(units), all, err)
	}
	for _, timer := range timers(t) {
		if unit := strings.TrimSuffix(timer, ".timer") + ".service"; units[unit] == "" {
			t.Errorf("%s starts nothing that is tested", timer)
		}
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

// TestTheBackupReachesItsServer: at whatever address of this machine CARPETA_ADMIN_ADDR names. All of them are reached
// by the interface lo; a filter of addresses would have to know them.
func TestTheBackupReachesItsServer(t *testing.T) {
	text := read(t, "carpeta-respaldo.service")
	if strings.Contains(text, "\nIPAddressDeny=") || !strings.Contains(text, "\nRestrictNetworkInterfaces=lo\n") {
		t.Error("the backup cannot reach a server whose CARPETA_ADMIN_ADDR is not on loopback, or reaches others")
	}
}

// TestFailuresAreTold: no unit of ours fails in silence.
func TestFailuresAreTold(t *testing.T) {
	for unit, arguments := range units {
		told := regexp.MustCompile(`(?m)^OnFailure=carpeta-aviso@%n\.service$`).MatchString(read(t, unit))
		if told != (arguments != "") {
			t.Errorf("%s: OnFailure is there: %v", unit, told)
		}
	}
}

func requireSystemd(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		services.NotRun(t, "systemd-analyze is missing (Debian: systemd)")
	}
}
