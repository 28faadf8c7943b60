package main

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// resident is the resident memory of a process in MiB.
func resident(pid int) (float64, error) {
	var kb int
	_, err := fmt.Sscanf(campo(fmt.Sprintf("/proc/%d/status", pid), "VmRSS"), "%d kB", &kb)
	return float64(kb) / 1024, err
}

// own is the resident memory of a process in MiB without the pages of files that it has mapped, which the kernel takes
// back when it needs them.
func own(pid int) float64 {
	total := 0
	for _, name := range []string{"RssAnon", "RssShmem"} {
		var kb int
		_, _ = fmt.Sscanf(campo(fmt.Sprintf("/proc/%d/status", pid), name), "%d kB", &kb) // 0 if the process is gone
		total += kb
	}
	return float64(total) / 1024
}

// hz is the unit of /proc/PID/stat on every Linux that Go runs on.
const hz = 100

// cpu is the processor time that a process has used.
func cpu(pid int) (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), ") ") // the name may hold blanks
	parts := strings.Fields(rest)
	if len(parts) < 13 {
		return 0, errors.New("/proc/PID/stat is short")
	}
	user, err1 := strconv.Atoi(parts[11])
	system, err2 := strconv.Atoi(parts[12])
	return time.Duration(user+system) * time.Second / hz, errors.Join(err1, err2)
}

// neighbours are the processes that work on a deletion, by name; a service whose
// process is not on this machine is left out.
func (i *installation) neighbours(s *server) map[string]int {
	pids := map[string]int{"carpeta": s.cmd.Process.Pid, "bench": os.Getpid()}
	if i.profile == embedded {
		return pids
	}
	for name, address := range map[string]string{
		"rabbitmq": os.Getenv("CARPETA_TEST_AMQP_URL"), "minio": os.Getenv("CARPETA_TEST_S3_ENDPOINT"), "dynamodb": i.dynamodb,
	} {
		if u, err := url.Parse(address); err == nil {
			if pid, exported := whoListens(u.Port()); exported {
				pids[name] = pid
			}
		}
	}
	return pids
}

// whoListens finds the process that listens on a TCP port.
func whoListens(port string) (int, bool) {
	n, err := strconv.Atoi(port)
	if err != nil {
		return 0, false
	}
	wanted := fmt.Sprintf(":%04X", n)
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		text, err := os.ReadFile(table)
		if err != nil {
			continue
		}
		for _, line := range strings.Split(string(text), "\n") {
			parts := strings.Fields(line)
			const listener = "0A"
			if len(parts) > 9 && strings.HasSuffix(parts[1], wanted) && parts[3] == listener {
				return dueno("socket:[" + parts[9] + "]")
			}
		}
	}
	return 0, false
}

func dueno(socket string) (int, bool) {
	links, _ := filepath.Glob("/proc/[0-9]*/fd/*") // the pattern is well formed
	for _, link := range links {
		if target, err := os.Readlink(link); err == nil && target == socket {
			pid, err := strconv.Atoi(strings.Split(link, "/")[2])
			return pid, err == nil
		}
	}
	return 0, false
}

// cpuSpent is the processor time of several processes at one moment, and of
// everything else on the machine: what disturbed the measurement.
type cpuSpent struct {
	processes map[string]time.Duration
	others    time.Duration
}

func measureCPU(pids map[string]int) cpuSpent {
	g := cpuSpent{processes: map[string]time.Duration{}, others: cpuOfAll()}
	for name, pid := range pids {
		if t, err := cpu(pid); err == nil {
			g.processes[name] = t
			g.others -= t
		}
	}
	return g
}

// cpuOfAll is the time that the cores were busy, with what the host took.
func cpuOfAll() time.Duration {
	text, err := os.ReadFile("/proc/stat")
	parts := strings.Fields(string(text))
	if err != nil || len(parts) < 9 {
		return 0
	}
	var total int
	for _, n := range []int{1, 2, 3, 6, 7, 8} { // user, nice, system, irq, softirq, steal
		t, _ := strconv.Atoi(parts[n]) // the kernel writes numbers
		total += t
	}
	return time.Duration(total) * time.Second / hz
}

// usage says what a span of work cost: milliseconds of processor for each of n
// things done, and the share of a core that everybody else took.
func (g cpuSpent) usage(before cpuSpent, n int, d time.Duration) string {
	var parts []string
	var total time.Duration
	for _, name := range slices.Sorted(maps.Keys(g.processes)) {
		spent := g.processes[name] - before.processes[name]
		total += spent
		parts = append(parts, fmt.Sprintf("%s %.1f", name, millis(spent)/float64(n)))
	}
	return fmt.Sprintf("CPU ms each: %s, in all %.1f; others took %.0f%% of a core",
		strings.Join(parts, ", "), millis(total)/float64(n), 100*float64(g.others-before.others)/float64(d))
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
