package boltdb

import (
	"bytes"
	"slices"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// What an index carries does not change: a later version has another index instead. A file that lacks it gets it, with an
// entry for each item that is there, and loses those that no table names any more.

// missing are the indexes that a file lacks.
func (l *layout) missing(tx *bolt.Tx) (xs []*indexLayout) {
	for _, x := range l.indexes {
		if tx.Bucket(x.bucket) == nil {
			xs = append(xs, x)
		}
	}
	return xs
}

func (w *writer) fill(l *layout, missing []*indexLayout) error {
	w.later = map[string][]pair{}
	defer func() { w.later = nil }()
	err := At(w.tx).Each(l.table, func(src records.Source) error {
		i, err := records.ItemOf(src)
		for _, x := range missing {
			w.now = x.appendEntry(w.now[:0], i)
			if len(w.now) == 0 || err != nil {
				continue
			}
			if w.row, err = w.encode(append(w.row[:0], version1), i, x.ofKey, x.carries); err == nil {
				err = w.put(x.bucket)
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	return w.flush()
}

// obsolete are the buckets of a table's indexes that it does not name any more.
func (l *layout) obsolete(tx *bolt.Tx) (buckets [][]byte) {
	prefix := append(bytes.Clone(l.bucket), '.')
	_ = tx.ForEach(func(name []byte, _ *bolt.Bucket) error {
		if bytes.HasPrefix(name, prefix) && !slices.ContainsFunc(l.buckets(), func(b []byte) bool { return bytes.Equal(b, name) }) {
			buckets = append(buckets, bytes.Clone(name))
		}
		return nil
	})
	return buckets
}
