package services

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

var errRestless = errors.New("the process was told to stop and goes on")

// awaitStill waits until every thread of a stopped process stands still. Where
// there is no /proc it believes the signal.
func awaitStill(p *os.Process) error {
	for range 6000 { // a minute
		if isStill(p.Pid) {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return errRestless
}

func isStill(pid int) bool {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	for _, h := range threads {
		text, err := os.ReadFile(h)
		if err != nil {
			continue // it ended meanwhile
		}
		// "pid (name) state …": the name may hold anything.
		_, rest, _ := strings.Cut(string(text[strings.LastIndexByte(string(text), ')')+1:]), " ")
		if !strings.HasPrefix(rest, "T") {
			return false
		}
	}
	return true
}
