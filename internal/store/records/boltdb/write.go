package boltdb

import (
	"bytes"
	"context"
	"slices"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// writer is a transaction that writes items.
type writer struct {
	db    *DB
	tx    *bolt.Tx
	named bool              // a name got its number
	later map[string][]pair // entries by bucket that flush writes; nil: they are written at once

	kept          []numbered // of items that are encoded
	old, now, row []byte     // are used again for each item
}

// pair is an entry that is written later.
type pair struct{ k, v []byte }

// Write implements records.DB.
func (d *DB) Write(ctx context.Context, parts []records.Part, after *records.Item) error {
	if err := records.Validate(parts, after); err != nil {
		return err
	}
	err := d.write(ctx, func(w *writer) error {
		befores, afters, err := records.Decide(parts, func(n int) (records.Item, error) { return w.beforePart(parts[n]) })
		if err != nil {
			return err
		}
		nothing := errNothing
		for n, p := range parts {
			if p.Do == records.DoCheck {
				continue
			}
			nothing = nil
			if err := w.replace(d.layouts[p.Table], p.Key, befores[n], afters[n]); err != nil {
				return err
			}
		}
		if after != nil {
			*after = afters[0]
		}
		return nothing
	})
	if err == nil {
		d.observe(records.OperationOf(ctx), 0)
	}
	return err
}

// write runs f in a transaction, perhaps more than once and beside others. f refuses (with a *fault.Error) before its first
// change, or not at all.
func (d *DB) write(ctx context.Context, f func(w *writer) error) error {
	named := false
	err := d.combiner.write(ctx, func(tx *bolt.Tx) error {
		w := &writer{db: d, tx: tx}
		err := f(w)
		named = w.named
		return err
	})
	if err == nil && named { // readers learn it by themselves: this only saves their time
		err = d.file.View(func(tx *bolt.Tx) error {
			n, err := namesOf(tx)
			if err == nil {
				d.keep(n)
			}
			return err
		})
	}
	return classify(err)
}

// beforePart reads the item of a part, if anything depends on it.
func (w *writer) beforePart(p records.Part) (records.Item, error) {
	l := w.db.layouts[p.Table]
	if p.Do == records.DoPut && p.If.Op == records.OpNone && len(l.indexes) == 0 && l.expires == nil {
		return nil, nil
	}
	return w.before(l, p.Key)
}

func (w *writer) before(l *layout, k records.Key) (i records.Item, err error) {
	s := source{dictionary: w.db.dictionaryOf(w.tx), ofKey: l.numbers}
	_, err = s.read(w.tx.Bucket(l.bucket), k, records.Into(&i))
	return i, err
}

// replace writes an item instead of the one before, and its entries; nil is none.
func (w *writer) replace(l *layout, k records.Key, before, after records.Item) (err error) {
	for _, x := range l.indexes {
		w.old, w.now, w.row = x.appendEntry(w.old[:0], before), x.appendEntry(w.now[:0], after), append(w.row[:0], version1)
		if len(w.now) > 0 {
			if w.row, err = w.encode(w.row, after, x.ofKey, x.carries); err != nil {
				return err
			}
		}
		if err := w.move(x.bucket); err != nil {
			return err
		}
	}
	if l.expires != nil {
		w.old, w.now, w.row = l.appendExpiry(w.old[:0], k, before), l.appendExpiry(w.now[:0], k, after), w.row[:0]
		if err := w.move(l.expires); err != nil {
			return err
		}
	}
	w.now = appendKey(w.now[:0], k)
	if after == nil {
		return w.tx.Bucket(l.bucket).Delete(w.now)
	}
	if w.row, err = w.encode(append(w.row[:0], version1), after, l.ofKey, nil); err != nil {
		return err
	}
	return w.put(l.bucket)
}

// move puts the entry now, instead of the one that was old; empty keys are none.
func (w *writer) move(bucket []byte) error {
	if len(w.old) > 0 && !bytes.Equal(w.old, w.now) {
		if err := w.tx.Bucket(bucket).Delete(w.old); err != nil {
			return err
		}
	}
	if len(w.now) == 0 || bytes.Equal(w.old, w.now) && bytes.Equal(w.tx.Bucket(bucket).Get(w.now), w.row) {
		return nil
	}
	return w.put(bucket)
}

// put writes the row now. bbolt keeps the value until the end of the transaction.
func (w *writer) put(bucket []byte) error {
	row := bytes.Clone(w.row)
	if w.later == nil {
		return w.tx.Bucket(bucket).Put(w.now, row)
	}
	w.later[string(bucket)] = append(w.later[string(bucket)], pair{bytes.Clone(w.now), row})
	return nil
}

// itemsPerBatch bounds a transaction of many items: others wait for it.
const itemsPerBatch = 4000

// PutMany implements records.DB.
func (d *DB) PutMany(ctx context.Context, t *records.Table, is []records.Item) error {
	d.observe(records.OperationOf(ctx), 0)
	if err := records.ValidateItems(t, is); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return classify(err)
	}
	for batch := range slices.Chunk(is, itemsPerBatch) {
		err := d.write(ctx, func(w *writer) error {
			w.later = map[string][]pair{}
			for _, i := range batch {
				p := records.Put(t, i)
				before, err := w.beforePart(p)
				if err == nil {
					err = w.replace(d.layouts[t], p.Key, before, i)
				}
				if err != nil {
					return err
				}
			}
			return w.flush()
		})
		if err != nil {
			return err
		}
	}
	return nil // also when nobody waits any more: what is written is written
}

// fillPercent: many items come in order, so pages need little room for later keys between them.
const fillPercent = 0.9

// flush writes bucket by bucket in key order, the best order for a B+ tree.
func (w *writer) flush() error {
	for bucket, pairs := range w.later {
		slices.SortFunc(pairs, func(a, b pair) int { return bytes.Compare(a.k, b.k) })
		b := w.tx.Bucket([]byte(bucket))
		b.FillPercent = fillPercent
		for _, p := range pairs {
			if err := b.Put(p.k, p.v); err != nil {
				return err
			}
		}
	}
	return nil
}
