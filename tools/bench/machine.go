package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// machine is what the figures were measured on. The load tells how far they can
// be trusted: with more than one busy process per core they are too bad.
type machine struct {
	date                time.Time
	loadBefore, loadNow string
}

func newMachine() *machine { return &machine{date: time.Now().UTC(), loadBefore: carga()} }

// final notes the load after the last measurement.
func (m *machine) final() { m.loadNow = carga() }

// lines are two, short enough for a page.
func (m *machine) lines() []string {
	return []string{
		fmt.Sprintf("Measured %s; load %s before, %s after.", m.date.Format("2006-01-02 15:04 MST"), m.loadBefore, m.loadNow),
		fmt.Sprintf("On %d cores (%s, %s), %s %s/%s.",
			runtime.NumCPU(), campo("/proc/cpuinfo", "model name"), memory(), runtime.Version(), runtime.GOOS, runtime.GOARCH),
	}
}

func carga() string {
	text, err := os.ReadFile("/proc/loadavg")
	if load, _, found := strings.Cut(string(text), " "); err == nil && found {
		return load // of the last minute
	}
	return "unknown"
}

func memory() string {
	var kb int
	if _, err := fmt.Sscanf(campo("/proc/meminfo", "MemTotal"), "%d kB", &kb); err != nil {
		return "unknown size"
	}
	return fmt.Sprintf("%.1f GiB", float64(kb)/(1<<20))
}

// campo reads "name : value" from a file of /proc.
func campo(path, name string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return "unknown"
	}
	for _, line := range strings.Split(string(text), "\n") {
		if clave, value, exported := strings.Cut(line, ":"); exported && strings.TrimSpace(clave) == name {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}
