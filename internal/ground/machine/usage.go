package machine

import (
	"io/fs"
	"os"
	"runtime/metrics"
	"strconv"
	"strings"
)

// Usage is what this process holds and the kernel cannot take back: its resident memory
// without pages of files, which the embedded store maps by the gigabyte. It costs a few
// microseconds.
func Usage() uint64 { return max(ofRuntime(), anonymous(os.DirFS("/"))) }

// CgroupUsage is what the control group holds whose limit binds this process, pages of
// files apart; 0 without a limit. The kernel may need a millisecond to tell.
func CgroupUsage() uint64 { return cgroupUsage(os.DirFS("/")) }

// ofRuntime is what the Go runtime counts against its own limit.
func ofRuntime() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}

// anonymous reads the second and third number of statm: resident pages, and those of
// them that are of files or shared. 0 where there is no /proc.
func anonymous(root fs.FS) uint64 {
	text, err := fs.ReadFile(root, "proc/self/statm")
	parts := strings.Fields(string(text))
	if err != nil || len(parts) < 3 {
		return 0
	}
	resident, _ := strconv.ParseUint(parts[1], 10, 64) // the kernel writes numbers
	shared, _ := strconv.ParseUint(parts[2], 10, 64)
	return (resident - min(shared, resident)) * uint64(os.Getpagesize())
}
