package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestABackupByHandYields: a backup that somebody starts in a shell, and the look at all backups, have what nobody else
// wants of processors and disk, as those of the timer. Who asks for all of it has it.
func TestABackupByHandYields(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Embedded)
	house.Seed(t, "--carpetas", "1", "--documentos", "1", "--archivos")
	house.Start(t)
	vault := filepath.Join(t.TempDir(), "respaldos")
	backup(t, house, vault)
	aLot(t, filepath.Join(house.Dir, "relleno"))
	must(t, os.Truncate(filepath.Join(vault, "actual", "carpeta.db"), 256<<30)) // reading it lasts, and it takes no room

	for name, c := range map[string]struct {
		args  []string
		yield bool
	}{
		"backup":     {[]string{"crear", "--ritmo", "1"}, true},
		"look":       {[]string{"verificar"}, true},
		"in a hurry": {[]string{"verificar", "--ritmo", "0"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), serverkit.Binary(t), append(append([]string{"respaldo"}, c.args...), "--en", vault, "--data-dir", house.Dir)...)
			must(t, cmd.Start())
			defer func() { _, _ = cmd.Process.Kill(), cmd.Wait() }()
			if !c.yield {
				serverkit.WaitFor(t, soon, "a thread that reads", func() bool { return len(threads(cmd.Process.Pid)) > 4 })
				if idle(cmd.Process.Pid) {
					t.Error("it yields to everybody")
				}
				return
			}
			serverkit.WaitFor(t, soon, "every thread to yield", func() bool { return idle(cmd.Process.Pid) })
		})
	}
}

func threads(pid int) []string {
	all, _ := filepath.Glob(filepath.Join("/proc", strconv.Itoa(pid), "task", "*"))
	return all
}

// Places behind the name in /proc/…/stat, and values of Linux: sched(7), ioprio_set(2).
const (
	placeNice, placePolicy        = 16, 38
	ioOfThread, ioClass, ioIsIdle = 1, 13, 3
)

// idle reports whether every thread of a process yields processors and disk to all others.
func idle(pid int) bool {
	all := threads(pid)
	for _, dir := range all {
		data, _ := os.ReadFile(filepath.Join(dir, "stat"))
		_, rest, _ := strings.Cut(string(data), ") ")
		said := strings.Fields(rest)
		tid, _ := strconv.Atoi(filepath.Base(dir))
		io, _, _ := unix.Syscall(unix.SYS_IOPRIO_GET, ioOfThread, uintptr(tid), 0)
		if len(said) <= placePolicy || said[placeNice] != "19" || said[placePolicy] != strconv.Itoa(unix.SCHED_IDLE) || io>>ioClass != ioIsIdle {
			return false
		}
	}
	return len(all) > 0
}
