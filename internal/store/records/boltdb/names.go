package boltdb

import (
	"encoding/binary"

	bolt "go.etcd.io/bbolt"
)

// bucketNames has the number of each name of an attribute. Numbers are given in order, from 1, for ever.
var bucketNames = []byte("nombres")

// names are the names of the file's attributes by their numbers, and the numbers by them.
type names struct {
	byNumber []string
	numbers  map[string]int
}

// dictionary has the names for what a transaction reads, or learns them from it: a commit can be read before the process
// knows which names it brought.
type dictionary struct {
	db    *DB
	tx    *bolt.Tx
	names []string
}

func (d *DB) dictionaryOf(tx *bolt.Tx) dictionary { return dictionary{d, tx, d.names.Load().byNumber} }

// learn reads the names anew if a number is not among them.
func (d *dictionary) learn(number uint64) error {
	if number >= uint64(len(d.names)) && d.tx != nil {
		n, err := namesOf(d.tx)
		if err != nil {
			return err
		}
		if d.names = n.byNumber; !d.tx.Writable() { // what a transaction wrote may be taken back
			d.db.keep(n)
		}
	}
	if number >= uint64(len(d.names)) {
		return errDamaged
	}
	return nil
}

// keep has others know these names, unless they know more.
func (d *DB) keep(n *names) {
	for known := d.names.Load(); len(n.byNumber) > len(known.byNumber); known = d.names.Load() {
		if d.names.CompareAndSwap(known, n) {
			return
		}
	}
}

func namesOf(tx *bolt.Tx) (*names, error) {
	n := &names{numbers: map[string]int{}}
	b := tx.Bucket(bucketNames)
	if b == nil {
		return nil, errDamaged
	}
	err := b.ForEach(func(k, v []byte) error {
		number, size := binary.Uvarint(v)
		if size <= 0 || number > b.Sequence() {
			return errDamaged
		}
		n.numbers[string(k)] = int(number)
		return nil
	})
	n.byNumber = make([]string, len(n.numbers)+1)
	for name, number := range n.numbers {
		if number >= len(n.byNumber) {
			return nil, errDamaged
		}
		n.byNumber[number] = name
	}
	return n, err
}

// number is the number of a name, which is new if the file does not have it.
func (w *writer) number(name string) (int, error) {
	if n, known := w.db.names.Load().numbers[name]; known {
		return n, nil
	}
	b := w.tx.Bucket(bucketNames)
	if v := b.Get([]byte(name)); v != nil {
		n, _ := binary.Uvarint(v)
		return int(n), nil
	}
	n, err := b.NextSequence()
	if err != nil {
		return 0, err
	}
	w.named = true
	return int(n), b.Put([]byte(name), binary.AppendUvarint(nil, n))
}
