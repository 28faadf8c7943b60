package machine

import (
	"io/fs"
	"math"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

// Source says where a limit comes from.
type Source string

// The sources, the strongest first.
const (
	Setting   Source = "setting"
	Cgroup    Source = "cgroup"
	GoRuntime Source = "GOMEMLIMIT"
	Physical  Source = "machine" // all the memory that there is
	Unknown   Source = ""
)

// Limit is the memory that this process may take. Bytes is 0 if nobody knows.
type Limit struct {
	Bytes  uint64
	Source Source
}

// LimitOf is the setting, or else what the cgroup, the Go runtime or the machine allows.
// The cgroup also bounds a setting that is larger: the kernel ends the process there.
func LimitOf(setting uint64) Limit { return limitIn(os.DirFS("/"), setting, fromRuntime()) }

func limitIn(root fs.FS, setting, runtime uint64) Limit {
	cgroup := cgroupLimit(root)
	switch {
	case setting > 0 && (cgroup == 0 || setting <= cgroup):
		return Limit{setting, Setting}
	case cgroup > 0:
		return Limit{cgroup, Cgroup}
	case runtime > 0:
		return Limit{runtime, GoRuntime}
	}
	if all := physical(root); all > 0 {
		return Limit{all, Physical}
	}
	return Limit{}
}

// fromRuntime is the soft limit that the operator gave to the runtime; 0 for none.
func fromRuntime() uint64 {
	if n := debug.SetMemoryLimit(-1); n < math.MaxInt64 {
		return uint64(n)
	}
	return 0
}

func physical(root fs.FS) uint64 {
	text, err := fs.ReadFile(root, "proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if parts := strings.Fields(line); len(parts) > 1 && parts[0] == "MemTotal:" {
			kib, _ := strconv.ParseUint(parts[1], 10, 64) // 0 is unknown
			return kib << 10
		}
	}
	return 0
}

// unknownDescriptors is what a system is taken to allow that does not say it.
const unknownDescriptors = 1 << 16
