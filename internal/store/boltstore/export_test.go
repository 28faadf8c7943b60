package boltstore

import (
	"unsafe"

	bolt "go.etcd.io/bbolt"
)

// Write makes a raw write.
func (s *Store) Write(f func(tx *bolt.Tx) error) error { return s.db.Update(f) }

// InFile reports whether a text lies in the file's pages, which change when its transaction has ended.
func (s *Store) InFile(text string) (in bool) {
	_ = s.db.View(func(tx *bolt.Tx) error {
		from, at := s.db.Info().Data, uintptr(unsafe.Pointer(unsafe.StringData(text)))
		in = text != "" && at >= from && at < from+uintptr(tx.Size())
		return nil
	})
	return in
}

// OpenMapped opens a file with an address space.
var OpenMapped = openMapped

// EveryKey reads all of the file's pages that are in use.
func (s *Store) EveryKey() error {
	return s.db.View(func(tx *bolt.Tx) error {
		return tx.ForEach(func(_ []byte, b *bolt.Bucket) error {
			return b.ForEach(func(_, _ []byte) error { return nil })
		})
	})
}
