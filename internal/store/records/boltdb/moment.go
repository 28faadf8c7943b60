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

// Each reads every item of a table, in the order of their keys.
func (m *Moment) Each(t *records.Table, item func(records.Source) error) error {
	s, b, err := m.source(t)
	if b == nil || err != nil {
		return err
	}
	return b.ForEach(func(k, v []byte) error {
		if err := s.begin(k, v); err != nil {
			return err
		}
		return item(s)
	})
}

// source reads the items of a table; its bucket is nil if the file lacks it.
func (m *Moment) source(t *records.Table) (*source, *bolt.Bucket, error) {
	l := layoutOf(t)
	b := m.tx.Bucket(l.bucket)
	if b != nil && m.names == nil {
		var err error
		if m.names, err = namesOf(m.tx); err != nil {
			return nil, nil, err
		}
	}
	if b == nil {
		return nil, nil, nil
	}
	l.count(m.names)
	return &source{dictionary: dictionary{names: m.names.byNumber}, ofKey: l.numbers}, b, nil
}
