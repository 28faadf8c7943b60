package machine

import (
	"os"
	"runtime"
	"testing"
	"testing/fstest"
)

const mib = 1 << 20

func files(pairs ...string) fstest.MapFS {
	m := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return m
}

func TestLimit(t *testing.T) {
	physical := []string{"proc/meminfo", "MemTotal:       1048576 kB\nMemFree: 1 kB\n"}
	second := append([]string{"proc/self/cgroup", "0::/pod/box\n", "sys/fs/cgroup/pod/box/memory.max", "max\n", "sys/fs/cgroup/pod/memory.max", "268435456\n"}, physical...)
	inside := append([]string{"proc/self/cgroup", "0::/\n", "sys/fs/cgroup/memory.max", "536870912\n"}, physical...)
	first := append([]string{
		"proc/self/cgroup", "9:cpu:/other\n4:memory:/docker/abc\n0::/\n",
		"sys/fs/cgroup/memory/memory.limit_in_bytes", "268435456\n",
	}, physical...)
	free := append([]string{"proc/self/cgroup", "4:memory:/a\n", "sys/fs/cgroup/memory/a/memory.limit_in_bytes", "9223372036854771712\n"}, physical...)
	for name, c := range map[string]struct {
		files            []string
		setting, runtime uint64
		want             Limit
	}{
		"version 2, of a group above":       {second, 0, 9, Limit{256 * mib, Cgroup}},
		"version 2, in a container":         {inside, 0, 0, Limit{512 * mib, Cgroup}},
		"version 1, its path is outside":    {first, 0, 0, Limit{256 * mib, Cgroup}},
		"version 1, without a limit":        {free, 0, 0, Limit{1024 * mib, Physical}},
		"the setting":                       {second, 100 * mib, 9, Limit{100 * mib, Setting}},
		"a setting that the cgroup forbids": {second, 300 * mib, 0, Limit{256 * mib, Cgroup}},
		"a setting alone":                   {nil, 300 * mib, 0, Limit{300 * mib, Setting}},
		"the runtime's":                     {free, 0, 64 * mib, Limit{64 * mib, GoRuntime}},
		"nobody knows":                      {nil, 0, 0, Limit{}},
	} {
		if got := limitIn(files(c.files...), c.setting, c.runtime); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// Pages of files are no pressure: the kernel takes them back.
func TestUsageOfACgroup(t *testing.T) {
	for name, root := range map[string]fstest.MapFS{
		"version 2": files("proc/self/cgroup", "0::/box\n", "sys/fs/cgroup/box/memory.max", "268435456\n", "sys/fs/cgroup/box/memory.current", "200\n",
			"sys/fs/cgroup/box/memory.stat", "anon 90\nfile 100\ninactive_file 70\nactive_file 30\n"),
		"version 1": files("proc/self/cgroup", "4:memory:/box\n", "sys/fs/cgroup/memory/box/memory.limit_in_bytes", "268435456\n", "sys/fs/cgroup/memory/box/memory.usage_in_bytes", "200\n",
			"sys/fs/cgroup/memory/box/memory.stat", "cache 100\ntotal_inactive_file 70\ntotal_active_file 30\n"),
	} {
		if got := cgroupUsage(root); got != 100 {
			t.Errorf("%s: %d, want 100", name, got)
		}
	}
	if got := cgroupUsage(files()); got != 0 {
		t.Errorf("without cgroups: %d", got)
	}
}

func TestUsageGrowsWithTheHeap(t *testing.T) {
	before := Usage()
	held := make([]byte, 32*mib)
	for i := range held {
		held[i] = 1
	}
	if got := Usage(); got < before+30*mib {
		t.Errorf("%d after 32 MiB, %d before", got, before)
	}
	runtime.KeepAlive(held)
	if got := anonymous(files("proc/self/statm", "900 30 10 1 0 5 0\n")); got != 20*uint64(os.Getpagesize()) {
		t.Errorf("statm: %d", got)
	}
}
