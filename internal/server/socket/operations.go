package socket

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// register takes an id. While the socket is ending it returns neither an
// operation nor an error: the client will ask again, elsewhere.
func (s *socket) register(id string) (*operation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ending:
		return nil, nil
	case s.find(id) >= 0:
		return nil, fault.Conflict
	case len(s.ops) >= s.Limits.PerSocket:
		return nil, fault.Newf(fault.RateLimited, "Hay más de %d operaciones en esta conexión.", s.Limits.PerSocket).
			WithEspera(time.Second)
	}
	op := &operation{socket: s, id: id}
	op.turn.Store(working)
	s.ops = append(s.ops, op)
	s.running.Add(1)
	s.all.Add(1)
	return op, nil
}

// complete ends the operation with an id, as its client wants; the id is free at once.
func (s *socket) complete(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := s.find(id); i >= 0 {
		s.ops[i].stop()
		s.remove(i)
	}
}

// release frees the id of an operation that ends; false if its client ended it before.
func (s *socket) release(op *operation) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.find(op.id)
	mine := i >= 0 && s.ops[i] == op
	if mine {
		s.remove(i)
	}
	return mine
}

// remove takes an operation out; the caller holds the lock.
func (s *socket) remove(i int) {
	last := len(s.ops) - 1
	s.ops[i], s.ops[last] = s.ops[last], nil
	s.ops = s.ops[:last]
}

func (s *socket) stopOperations() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ending = true
	for _, op := range s.ops {
		op.stop()
	}
}

// stopSubscriptions lets queries and mutations go on.
func (s *socket) stopSubscriptions() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ending = true
	for _, op := range s.ops {
		if op.subscription {
			op.stop()
		}
	}
}
