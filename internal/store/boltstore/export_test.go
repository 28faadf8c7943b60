package boltstore

import (
	"context"

	bolt "go.etcd.io/bbolt"
)

// LimitarLectura makes the 1 MB of a call smaller, so that a test need not write 64 MB.
func (s *Store) LimitarLectura(bytes int) { s.porLectura = bytes }

// Escribir runs a raw write through the combiner.
func (s *Store) Escribir(ctx context.Context, f func(tx *bolt.Tx) error) error {
	return s.escribir(ctx, "prueba", f)
}

// EnCola counts the writes that wait for their turn.
func (s *Store) EnCola() int {
	s.escribe.mu.Lock()
	defer s.escribe.mu.Unlock()
	return len(s.escribe.cola)
}
