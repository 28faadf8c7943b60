package servicios

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
	primerPuerto = 18000
	ultimoPuerto = 30000
)

var puertosDados = struct {
	sync.Mutex
	m map[int]bool
}{m: map[int]bool{}}

// puertosLibres returns n loopback ports that nothing listens on and that this
// process has not given out before. Another process may still come first; who
// starts a service tries again.
func puertosLibres(n int) ([]int, error) {
	puertosDados.Lock()
	defer puertosDados.Unlock()
	var puertos []int
	for range 1000 {
		if len(puertos) == n {
			return puertos, nil
		}
		p := primerPuerto + rand.IntN(ultimoPuerto-primerPuerto)
		if puertosDados.m[p] || !libre(p) {
			continue
		}
		puertosDados.m[p] = true
		puertos = append(puertos, p)
	}
	return nil, errors.New("no free loopback ports")
}

func libre(puerto int) bool {
	l, err := net.Listen("tcp", local(puerto))
	if err != nil {
		return false
	}
	return l.Close() == nil
}

// todosLibres tells whether a service may have its old ports back.
func todosLibres(puertos []int) bool {
	for _, p := range puertos {
		if !libre(p) {
			return false
		}
	}
	return true
}

// local is the loopback address of a port.
func local(puerto int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(puerto)) }
