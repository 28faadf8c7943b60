package machine

import (
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// cgroup is a hierarchy of control groups, as version 1 or 2 of the kernel's interface has it.
type cgroup struct {
	mount, limit, usage string
	files               []string // lines of memory.stat: pages of files, which the kernel takes back
}

var (
	first  = cgroup{"sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", []string{"total_active_file", "total_inactive_file"}}
	second = cgroup{"sys/fs/cgroup", "memory.max", "memory.current", []string{"active_file", "inactive_file"}}
)

// unlimited is more than any machine has: version 1 writes no word for it.
const unlimited = 1 << 60

// cgroupLimit is the least limit of the groups that this process is in; 0 for none.
func cgroupLimit(root fs.FS) uint64 {
	_, _, least := strictest(root)
	return least
}

// cgroupUsage is what the strictest of the groups holds and the kernel cannot take back:
// also what the kernel and other processes hold in it. 0 without a limit.
func cgroupUsage(root fs.FS) uint64 {
	group, folder, _ := strictest(root)
	usage := number(root, path.Join(folder, group.usage))
	text, err := fs.ReadFile(root, path.Join(folder, "memory.stat"))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		for _, file := range group.files {
			if n, err := strconv.ParseUint(value, 10, 64); name == file && err == nil {
				usage -= min(n, usage)
			}
		}
	}
	return usage
}

// strictest finds the group with the least limit, from the own one up to the root. In a
// container the own path may lead nowhere; then the root is the container's.
func strictest(root fs.FS) (group cgroup, folder string, least uint64) {
	text, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return group, "", 0
	}
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		kind := second
		if parts[1] == "memory" {
			kind = first
		} else if parts[1] != "" {
			continue
		}
		for at := path.Clean("/" + parts[2]); ; at = path.Dir(at) {
			here := path.Join(kind.mount, at)
			if n := number(root, path.Join(here, kind.limit)); n > 0 && n < unlimited && (least == 0 || n < least) {
				group, folder, least = kind, here, n
			}
			if at == "/" {
				break
			}
		}
	}
	return group, folder, least
}

// number is the number in a file; 0 if there is none.
func number(root fs.FS, file string) uint64 {
	text, err := fs.ReadFile(root, file)
	if err != nil {
		return 0
	}
	n, _ := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64) // "max" is none
	return n
}
