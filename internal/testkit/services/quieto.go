package services

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

var errInquieto = errors.New("the process was told to stop and goes on")

// esperarQuieto waits until every thread of a stopped process stands still. Where
// there is no /proc it believes the signal.
func esperarQuieto(p *os.Process) error {
	for range 6000 { // a minute
		if quieto(p.Pid) {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return errInquieto
}

func quieto(pid int) bool {
	hilos, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	for _, h := range hilos {
		texto, err := os.ReadFile(h)
		if err != nil {
			continue // it ended meanwhile
		}
		// "pid (name) state …": the name may hold anything.
		_, resto, _ := strings.Cut(string(texto[strings.LastIndexByte(string(texto), ')')+1:]), " ")
		if !strings.HasPrefix(resto, "T") {
			return false
		}
	}
	return true
}
