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
	primerPuerto = 18000
	ultimoPuerto = 30000
)

// Ports are taken in blocks, and a process holds a block by listening on its first
// port for as long as it lives: test processes that run side by side do not give out
// each other's ports, not even those of a server that is down for a moment.
const porBloque = 50

var puertosDados struct {
	sync.Mutex
	guardias []net.Listener
	quedan   []int // of the last block
}

// puertosLibres returns n loopback ports that nothing listens on and that this
// process has not given out before. A process that is none of ours may still come
// first; who starts a service tries again.
func puertosLibres(n int) ([]int, error) {
	puertosDados.Lock()
	defer puertosDados.Unlock()
	var puertos []int
	for len(puertos) < n {
		if len(puertosDados.quedan) == 0 {
			if err := tomarBloque(); err != nil {
				return nil, err
			}
		}
		p := puertosDados.quedan[0]
		puertosDados.quedan = puertosDados.quedan[1:]
		if libre(p) {
			puertos = append(puertos, p)
		}
	}
	return puertos, nil
}

// tomarBloque: the caller holds the lock.
func tomarBloque() error {
	for range 1000 {
		primero := primerPuerto + porBloque*rand.IntN((ultimoPuerto-primerPuerto)/porBloque)
		l, err := net.Listen("tcp", local(primero))
		if err != nil {
			continue
		}
		puertosDados.guardias = append(puertosDados.guardias, l)
		for p := primero + 1; p < primero+porBloque; p++ {
			puertosDados.quedan = append(puertosDados.quedan, p)
		}
		return nil
	}
	return errors.New("no free loopback ports")
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
