package boltdb

import (
	"bytes"
	"encoding/binary"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// layout is how a table lies in the file: a bucket for its items, one for each index, and one for what expires. A key is the
// texts of some attributes, with zero bytes between them.
type layout struct {
	table   *records.Table
	bucket  []byte
	expires []byte // second, key of the item → nothing; nil: nothing expires
	ofKey   []string
	numbers []int // of ofKey
	indexes []*indexLayout
}

type indexLayout struct {
	index   *records.Index
	bucket  []byte
	ofKey   []string // the keys of the index, and those of the table that they lack
	numbers []int
	carries []string // nil: whole items
}

func layoutOf(t *records.Table) *layout {
	l := &layout{table: t, bucket: []byte(t.Name), ofKey: without(nil, t.Partition, t.Sort)}
	if t.Expires != "" {
		l.expires = []byte(t.Name + ".caducan")
	}
	for n := range t.Indexes {
		x := &t.Indexes[n]
		i := &indexLayout{index: x, bucket: []byte(t.Name + "." + x.Name), ofKey: without(nil, x.Partition, x.Sort, t.Partition, t.Sort)}
		if !slices.Equal(x.Carries, records.All) {
			i.carries = append([]string{}, x.Carries...)
		}
		l.indexes = append(l.indexes, i)
	}
	return l
}

// without appends those of the names that names lacks.
func without(names []string, more ...string) []string {
	for _, name := range more {
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (l *layout) buckets() [][]byte {
	bs := [][]byte{bucketNames, l.bucket}
	if l.expires != nil {
		bs = append(bs, l.expires)
	}
	for _, x := range l.indexes {
		bs = append(bs, x.bucket)
	}
	return bs
}

// namesOfTables are the names that the tables know. What rows of lists carry comes first: the smallest numbers take one byte,
// and a reader of rows is done before the keys of indexes, which are long and many.
func namesOfTables(ls []*layout) (names []string) {
	for _, l := range ls {
		for _, x := range l.indexes {
			names = without(names, x.carries...)
		}
	}
	for _, l := range ls {
		names = without(names, l.ofKey...)
		for _, x := range slices.Backward(l.indexes) {
			names = without(names, x.ofKey...)
		}
		names = without(names, l.table.Expires)
	}
	return names
}

// count keeps the numbers of keys.
func (l *layout) count(n *names) {
	numbers := func(ofKey []string) (ns []int) {
		for _, name := range ofKey {
			ns = append(ns, n.numbers[name])
		}
		return ns
	}
	l.numbers = numbers(l.ofKey)
	for _, x := range l.indexes {
		x.numbers = numbers(x.ofKey)
	}
}

func (l *layout) of(x *records.Index) *indexLayout {
	for _, i := range l.indexes {
		if i.index == x {
			return i
		}
	}
	return nil
}

// appendKey is the key of an item in its table's bucket.
func appendKey(b []byte, k records.Key) []byte {
	b = append(b, k.Partition...)
	if k.Sort != "" {
		b = append(append(b, 0), k.Sort...)
	}
	return b
}

// keyFrom is the opposite.
func keyFrom(b []byte) records.Key {
	partition, sort, _ := bytes.Cut(b, zero)
	return records.Key{Partition: string(partition), Sort: string(sort)}
}

var zero = []byte{0}

// appendEntry is the key of an item in the index; nothing if the item is not in it.
func (x *indexLayout) appendEntry(b []byte, i records.Item) []byte {
	if i[x.index.Partition].Text == "" || x.index.Sort != "" && i[x.index.Sort].Text == "" {
		return b
	}
	for n, a := range x.ofKey {
		if n > 0 {
			b = append(b, 0)
		}
		b = append(b, i[a].Text...)
	}
	return b
}

// appendExpiry is the key of an item among those that expire; nothing if it does not.
func (l *layout) appendExpiry(b []byte, k records.Key, i records.Item) []byte {
	v := i[l.table.Expires]
	if v.Kind != records.KindNumber {
		return b
	}
	return appendKey(binary.BigEndian.AppendUint64(b, uint64(max(v.Num, 0))), k)
}

// expired are the keys of what has expired, the oldest first.
func (l *layout) expired(tx *bolt.Tx, now time.Time, max int) (ks []records.Key) {
	if l.expires == nil {
		return nil
	}
	c := tx.Bucket(l.expires).Cursor()
	for k, _ := c.First(); len(ks) < max && len(k) > 8 && int64(binary.BigEndian.Uint64(k)) <= now.Unix(); k, _ = c.Next() {
		ks = append(ks, keyFrom(k[8:]))
	}
	return ks
}
