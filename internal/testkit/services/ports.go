package services

import (
	"errors"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
)

// Ports are taken from below the range that kernels give to outgoing
// connections (32768 and up on Linux, 49152 and up elsewhere). A port of that
// range cannot be kept over a restart: while the service is down, a client that
// dials it again and again is sooner or later given the very same port as its
// own end, connects to itself, and holds the service's port.
const (
	firstPort = 18000
	lastPort  = 30000
)

// Ports are taken in blocks, and a process holds a block by listening on its first
// port for as long as it lives: test processes that run side by side do not give out
// each other's ports, not even those of a server that is down for a moment.
const blockSize = 50

var givenPorts struct {
	sync.Mutex
	guards []net.Listener
	left   []int // of the last block
}

// freePorts returns n loopback ports that nothing listens on and that this
// process has not given out before. A foreign process may still come
// first; who starts a service tries again.
func freePorts(n int) ([]int, error) {
	givenPorts.Lock()
	defer givenPorts.Unlock()
	var ports []int
	for len(ports) < n {
		if len(givenPorts.left) == 0 {
			if err := takeBlock(); err != nil {
				return nil, err
			}
		}
		p := givenPorts.left[0]
		givenPorts.left = givenPorts.left[1:]
		if isFree(p) {
			ports = append(ports, p)
		}
	}
	return ports, nil
}

// takeBlock: the caller holds the lock.
func takeBlock() error {
	for range 1000 {
		first := firstPort + blockSize*rand.IntN((lastPort-firstPort)/blockSize)
		l, err := net.Listen("tcp", local(first))
		if err != nil {
			continue
		}
		givenPorts.guards = append(givenPorts.guards, l)
		for p := first + 1; p < first+blockSize; p++ {
			givenPorts.left = append(givenPorts.left, p)
		}
		return nil
	}
	return errors.New("no free loopback ports")
}

func isFree(port int) bool {
	l, err := net.Listen("tcp", local(port))
	if err != nil {
		return false
	}
	return l.Close() == nil
}

// allFree tells whether a service may have its old ports back.
func allFree(ports []int) bool {
	for _, p := range ports {
		if !isFree(p) {
			return false
		}
	}
	return true
}

// local is the loopback address of a port.
func local(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }
