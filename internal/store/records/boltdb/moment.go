package boltdb

import (
	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// Moment is a file as it is in one transaction, whose owner ends it. One goroutine reads it.
type Moment struct {
	tx    *bolt.Tx
	names *names
}

// At is the moment of a transaction.
func At(tx *bolt.Tx) *Moment { return &Moment{tx: tx} }

// Count is how many items a table has.
func (m *Moment) Count(t *records.Table) int {
	if b := m.tx.Bucket(bucketOf(t, nil)); b != nil {
		return b.Stats().KeyN
	}
	return 0
}

// Each tells every item of a table, in the order of their keys.
func (m *Moment) Each(t *records.Table, item func(records.Source) error) error {
	b := m.tx.Bucket(bucketOf(t, nil))
	if b == nil {
		return nil
	}
	s := m.source(t)
	return b.ForEach(func(k, v []byte) error {
		if err := s.begin(k, v); err != nil {
			return err
		}
		return item(s)
	})
}

// Read reads one item; false if there is none.
func (m *Moment) Read(t *records.Table, k records.Key, item func(records.Source) error) (found bool, err error) {
	b := m.tx.Bucket(bucketOf(t, nil))
	if b == nil {
		return false, nil
	}
	key := keyOf(k)
	v := b.Get(key)
	if v == nil {
		return false, nil
	}
	s := m.source(t)
	if err := s.begin(key, v); err != nil {
		return true, err
	}
	return true, item(s)
}

func (m *Moment) source(t *records.Table) *source {
	if m.names == nil {
		m.names = loadNames(m.tx)
	}
	return &source{names: m.names, ofKey: attributesOfKey(t, nil)}
}
