package systemd_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/certs"
)

var program = flag.String("program", "", "have a systemd of its own start the units with this program; needs root")

// patience is how long something may take on a busy machine.
const patience = 2 * time.Minute

// machine is a systemd that runs, in namespaces of its own.
type machine struct {
	t   *testing.T
	pid string // of its first process
}

// TestUnitsOnAMachine: the units are started by systemd, as docs/un-servidor.md says. The server answers, comes back
// when it dies, stops in order, is backed up, and may do what it has to and nothing else.
func TestUnitsOnAMachine(t *testing.T) {
	if *program == "" {
		t.Skip("no machine was asked for: make test-systemd")
	}
	if os.Geteuid() != 0 {
		t.Fatal("a machine of its own needs root")
	}
	ca := certs.NewCA(t, "unidad")
	m := boot(t, ca.Issue(t, certs.For(time.Hour)))

	m.must("systemctl", "start", "carpeta")
	m.untilReady()
	first := m.mainPID("carpeta")
	if code := m.must("curl", "-sSk", "-o", "/dev/null", "-w", "%{http_code}", "https://127.0.0.1/app"); !strings.HasPrefix(code, "2") && !strings.HasPrefix(code, "3") {
		t.Errorf("the application answers %s on port 443", code)
	}
	m.requireConfined(first)

	m.must("kill", "-9", first)
	m.until("another process", func() bool { pid := m.mainPID("carpeta"); return pid != "0" && pid != first })
	m.untilReady()
	m.until("word that it was killed", func() bool {
		told, _ := m.run("cat", "/run/avisos")
		return strings.HasPrefix(told, "carpeta.service failed on ")
	})
	m.must("systemctl", "restart", "carpeta")
	m.untilReady()

	m.must("systemctl", "start", "carpeta-respaldo")
	if backups := m.must("ls", "/var/lib/private/carpeta-respaldos/actual"); !strings.Contains(backups, "respaldo.sha256") {
		t.Errorf("the unit of backups left %q", backups)
	}

	m.must("systemctl", "stop", "carpeta")
	if result := m.must("systemctl", "show", "-P", "Result", "carpeta"); result != "success" {
		t.Errorf("it stopped with %s", result)
	}
	m.must("test", "-s", "/var/lib/private/carpeta/carpeta.db")
	found := m.must("systemd-run", "--pipe", "--wait", "--quiet", "-p", "DynamicUser=yes", "-p", "User=carpeta", "-p", "StateDirectory=carpeta",
		"-E", "CARPETA_DATA_DIR=/var/lib/carpeta", "/usr/local/bin/carpeta", "reconciliacion", "ejecutar")
	t.Log("carpeta reconciliacion ejecutar, as the manual has it:", found)
	m.must("systemctl", "start", "carpeta") // the folder is its own again
	m.untilReady()

	// Whatever keeps it from starting, and for however long: it goes on trying. Somebody hears of it, once.
	m.must("systemctl", "reset-failed", "carpeta-aviso@*") // it was told that the server was killed
	m.must("rm", "/run/avisos")
	m.must("systemctl", "stop", "carpeta")
	if told, _ := m.run("cat", "/run/avisos"); strings.Contains(told, "failed") {
		t.Errorf("an orderly stop is told as a failure: %s", told)
	}
	m.must("mv", "/etc/carpeta/tls.crt", "/etc/carpeta/tls.away")
	_, _ = m.run("systemctl", "start", "carpeta") // it fails
	m.until("the eighth try", func() bool {
		n, _ := strconv.Atoi(m.must("systemctl", "show", "-P", "NRestarts", "carpeta"))
		return n >= 8
	})
	if told := m.must("cat", "/run/avisos"); strings.Count(told, "carpeta.service failed") != 1 {
		t.Errorf("of eight failures it told %q", told)
	}
	m.must("mv", "/etc/carpeta/tls.away", "/etc/carpeta/tls.crt")
	m.untilReady()

	m.requireRefused()
}

// requireConfined: the process has an account of its own, one capability, a filter of calls, and no way to more.
func (m *machine) requireConfined(pid string) {
	m.t.Helper()
	status := m.must("cat", "/proc/"+pid+"/status")
	for _, line := range []string{`NoNewPrivs:\t1`, `Seccomp:\t2`, `CapEff:\t0000000000000400`, `CapBnd:\t0000000000000400`, `Uid:\t6\d{4}\t`} {
		if !regexp.MustCompile(`(?m)^` + line).MatchString(status) {
			m.t.Errorf("its status has no line %q:\n%s", line, status)
		}
	}
}

// requireRefused: somebody else in the place of the program, under the same lines, gets nothing that it has not.
func (m *machine) requireRefused() {
	m.t.Helper()
	m.must("systemctl", "start", "intento")
	tries := m.must("cat", "/var/lib/private/intento/attempts")
	m.t.Log("\n" + tries)
	allowed, n := map[string]bool{"write into its folder": true, "write into a temporary folder": true, "read a program": true}, 0
	for line := range strings.Lines(tries) {
		n++
		name, result, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if (result == "allowed") != allowed[name] {
			m.t.Errorf("%s", line)
		}
		if strings.Contains(result, "not found") {
			m.t.Errorf("the program that tries it is missing: %s", line)
		}
	}
	if n != 19 {
		m.t.Errorf("%d tries, want 19", n)
	}
}

// boot starts a systemd that has the units, the program and what the manual wants in /etc/carpeta.
func boot(t *testing.T, pair certs.Pair) *machine {
	t.Helper()
	dir := t.TempDir()
	etc, root, bin := filepath.Join(dir, "etc"), filepath.Join(dir, "root"), filepath.Join(dir, "bin")
	write(t, filepath.Join(etc, "passwd"), "root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n")
	write(t, filepath.Join(etc, "group"), "root:x:0:\nnogroup:x:65534:\nsystemd-journal:x:999:\n")
	write(t, filepath.Join(etc, "nsswitch.conf"), "passwd: files systemd\ngroup: files systemd\nhosts: files\n")
	write(t, filepath.Join(etc, "hosts"), "127.0.0.1 localhost\n")
	write(t, filepath.Join(etc, "machine-id"), strings.Repeat("5", 32)+"\n")
	write(t, filepath.Join(etc, "os-release"), "ID=prueba\n")
	write(t, filepath.Join(etc, "carpeta/carpeta.env"), "CARPETA_ADDR=:443\nCARPETA_PUBLIC_URL=https://localhost\n")
	write(t, filepath.Join(etc, "carpeta/tls.crt"), read(t, pair.Cert))
	write(t, filepath.Join(etc, "carpeta/tls.key"), read(t, pair.Key))
	units := filepath.Join(etc, "systemd/system")
	for _, unit := range []string{"carpeta.service", "carpeta-respaldo.service", "carpeta-respaldo.timer", "carpeta-aviso@.service"} {
		write(t, filepath.Join(units, unit), read(t, unit))
	}
	hearer(t, etc, units, bin)
	write(t, filepath.Join(units, "intento.service"), intruder(t))
	write(t, filepath.Join(bin, "intento"), read(t, "testdata/attempts.sh"))
	link(t, "/usr/lib/systemd/system/basic.target", filepath.Join(units, "default.target"))
	for _, unit := range []string{"systemd-udevd.service", "systemd-udev-trigger.service", "systemd-networkd.service"} {
		link(t, "/dev/null", filepath.Join(units, unit)) // the units that are tried need none of them
	}
	for path, mode := range map[string]os.FileMode{etc: 0o755, filepath.Join(etc, "carpeta"): 0o700, root: 0o755} {
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil { //nolint:gosec // as on a machine
			t.Fatal(err)
		}
	}
	return start(t, dir, root, etc)
}

// hearer is the address that failures are told to: what comes is in /run/avisos, a line for each.
func hearer(t *testing.T, etc, units, bin string) {
	t.Helper()
	write(t, filepath.Join(etc, "carpeta/aviso.env"), "AVISO_URL=http://127.0.0.1:9099/tema\n")
	write(t, filepath.Join(units, "oyente.socket"), "[Socket]\nListenStream=127.0.0.1:9099\nAccept=yes\n[Install]\nWantedBy=sockets.target\n")
	write(t, filepath.Join(units, "oyente@.service"), "[Service]\nExecStart=/usr/local/bin/oyente\nStandardInput=socket\nStandardOutput=socket\n")
	write(t, filepath.Join(bin, "oyente"), read(t, "testdata/hearer.sh"))
	link(t, "/etc/systemd/system/oyente.socket", filepath.Join(units, "sockets.target.wants/oyente.socket"))
}

// intruder is the unit of the server, with another program in its place and a folder of its own.
func intruder(t *testing.T) string {
	t.Helper()
	unit := read(t, "carpeta.service")
	for from, to := range map[string]string{
		"Type=exec\n": "Type=oneshot\n", "ExecStart=/usr/local/bin/carpeta serve\n": "ExecStart=/usr/local/bin/intento\n",
		"Restart=always\n": "", "StateDirectory=carpeta\n": "StateDirectory=intento\n",
	} {
		if !strings.Contains(unit, from) {
			t.Fatalf("the unit has no line %q", from)
		}
		unit = strings.Replace(unit, from, to, 1)
	}
	return unit
}

// start runs the machine until the test ends.
func start(t *testing.T, dir, root, etc string) *machine {
	t.Helper()
	script, err := filepath.Abs("testdata/machine.sh")
	if err != nil {
		t.Fatal(err)
	}
	own, err := filepath.Abs(*program)
	if err != nil {
		t.Fatal(err)
	}
	group := "carpeta-" + filepath.Base(filepath.Dir(dir)) + filepath.Base(dir)
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "-c", enterGroup, "bash", group, script, root, etc, own) //nolint:noctx // it ends below, by its first process
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	m := &machine{t: t}
	t.Cleanup(func() {
		if t.Failed() && m.pid != "" {
			output, _ := m.run("journalctl", "--no-pager", "-n", "200", "-o", "short-monotonic")
			t.Logf("its journal:\n%s", output)
		}
		if t.Failed() {
			t.Logf("its log:\n%s", read(t, log.Name()))
		}
		_ = cmd.Process.Kill() // and with it all of the machine
		_ = cmd.Wait()
		leave(group)
		_ = log.Close()
	})
	m.until("the first process of the machine", func() bool {
		children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", cmd.Process.Pid))
		m.pid = strings.TrimSpace(string(children))
		name, _ := os.ReadFile("/proc/" + m.pid + "/comm")
		return m.pid != "" && strings.TrimSpace(string(name)) == "systemd"
	})
	m.until("the machine", func() bool {
		state, _ := m.run("systemctl", "is-system-running")
		return state == "running" || state == "degraded"
	})
	return m
}

// enterGroup gives the machine a control group of its own before it has namespaces: a tree that is its root.
const enterGroup = `set -eu
group=$1; shift
for tree in /sys/fs/cgroup/unified /sys/fs/cgroup/systemd /sys/fs/cgroup; do
  if [ -e "$tree/cgroup.procs" ]; then mkdir -p "$tree/$group"; echo $$ >"$tree/$group/cgroup.procs"; fi
done
exec unshare --mount --pid --fork --kill-child --uts --ipc --net --cgroup bash "$@"`

// run runs a command on the machine.
func (m *machine) run(command ...string) (string, error) {
	m.t.Helper()
	output, err := exec.Command("nsenter", append([]string{"--target", m.pid, "--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup", "--"}, command...)...).CombinedOutput()
	return strings.TrimSpace(string(output)), err
}

func (m *machine) must(command ...string) string {
	m.t.Helper()
	output, err := m.run(command...)
	if err != nil {
		m.t.Fatalf("%s: %v\n%s", strings.Join(command, " "), err, output)
	}
	return output
}

func (m *machine) mainPID(unit string) string {
	m.t.Helper()
	return m.must("systemctl", "show", "-P", "MainPID", unit)
}

func (m *machine) untilReady() {
	m.t.Helper()
	m.until("an answer of /readyz", func() bool {
		_, err := m.run("curl", "-fsS", "http://127.0.0.1:8081/readyz")
		return err == nil
	})
}

func (m *machine) until(what string, ready func() bool) {
	m.t.Helper()
	for end := time.Now().Add(patience); !ready(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			m.t.Fatalf("waited in vain for %s", what)
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}

// leave takes the control groups of a machine that ends away, the innermost first. Its processes may take a moment.
func leave(group string) {
	for range 200 {
		if !anyLeft(group) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func anyLeft(group string) (left bool) {
	for _, tree := range []string{"/sys/fs/cgroup/unified", "/sys/fs/cgroup/systemd", "/sys/fs/cgroup"} {
		var dirs []string
		_ = filepath.WalkDir(filepath.Join(tree, group), func(path string, e os.DirEntry, err error) error {
			if err == nil && e.IsDir() {
				dirs = append(dirs, path)
			}
			return nil // it may not be there
		})
		for _, dir := range slices.Backward(dirs) {
			left = os.Remove(dir) != nil || left
		}
	}
	return left
}
