package respaldo

import (
	"os"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// Values of Linux: ioprio_set(2).
const (
	ofThread = 1
	ioIdle   = 3 << 13 // what nobody else wants of the disk
	lowest   = 19
)

// Yield gives this process what nobody else wants of processors and disk, and one processor at most, as the units of the
// timer do. So a backup that somebody starts in a shell is as gentle. Whatever the system refuses stays as it is.
func Yield() {
	runtime.GOMAXPROCS(1)
	for range 2 { // a thread has what the one had that started it, which the first time may have been too early
		threads, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return
		}
		for _, t := range threads {
			if tid, err := strconv.Atoi(t.Name()); err == nil {
				yieldThread(tid)
			}
		}
	}
}

func yieldThread(tid int) {
	_ = unix.Setpriority(unix.PRIO_PROCESS, tid, lowest)
	_, _, _ = unix.Syscall(unix.SYS_IOPRIO_SET, ofThread, uintptr(tid), ioIdle)
	_ = unix.SchedSetAttr(tid, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_IDLE}, 0)
}

// forget says of a durable file that nobody here reads it again. A backup would fill the memory otherwise, and the
// kernel would look for room while the server answers.
func forget(f *os.File) {
	_ = unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED) // advice: nothing is wrong without it
}
