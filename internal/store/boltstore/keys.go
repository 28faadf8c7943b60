package boltstore

import (
	"bytes"
	"encoding/binary"
	"time"

	bolt "go.etcd.io/bbolt"
)

// joinKey joins the parts of a key by zero bytes, which ids never hold.
func joinKey(parts ...string) []byte {
	n := len(parts)
	for _, p := range parts {
		n += len(p)
	}
	k := make([]byte, 0, n)
	for i, p := range parts {
		if i > 0 {
			k = append(k, 0)
		}
		k = append(k, p...)
	}
	return k
}

// prefixOf is what all keys under a first part begin with.
func prefixOf(part string) []byte { return joinKey(part, "") }

// firstPart is the text before the first zero byte.
func firstPart(k []byte) string {
	part, _, _ := bytes.Cut(k, []byte{0})
	return string(part)
}

const timeLength = 8

// appendTime appends a time so that keys sort by it.
func appendTime(k []byte, t time.Time) []byte {
	return binary.BigEndian.AppendUint64(k, uint64(t.UnixNano())^(1<<63))
}

func timeFrom(k []byte) time.Time {
	return time.Unix(0, int64(binary.BigEndian.Uint64(k)^(1<<63))).UTC()
}

// walk visits the entries under a prefix (which ends with a zero byte) behind the key
// after, in either direction, until f says that it has enough. k comes without the prefix.
func walk(b *bolt.Bucket, pre []byte, after string, desc bool, f func(k, v []byte) (more bool, err error)) error {
	c := b.Cursor()
	k, v := seekFirst(c, pre, after, desc)
	return walkOn(c, pre, k, v, desc, f)
}

// walkFrom is walk in ascending order with the entry of the key itself.
func walkFrom(b *bolt.Bucket, pre []byte, from string, f func(k, v []byte) (more bool, err error)) error {
	c := b.Cursor()
	k, v := c.Seek(append(bytes.Clone(pre), from...))
	return walkOn(c, pre, k, v, false, f)
}

// walkOn goes on at an entry.
func walkOn(c *bolt.Cursor, pre, k, v []byte, desc bool, f func(k, v []byte) (more bool, err error)) error {
	for ; k != nil && bytes.HasPrefix(k, pre); k, v = move(c, desc) {
		if more, err := f(k[len(pre):], v); err != nil || !more {
			return err
		}
	}
	return nil
}

func move(c *bolt.Cursor, desc bool) (k, v []byte) {
	if desc {
		return c.Prev()
	}
	return c.Next()
}

// seekFirst seeks the first entry of a walk. The key after need not exist.
func seekFirst(c *bolt.Cursor, pre []byte, after string, desc bool) (k, v []byte) {
	if desc {
		return lastBefore(c, upperBound(pre, after))
	}
	sought := append(bytes.Clone(pre), after...)
	k, v = c.Seek(sought)
	if after != "" && bytes.Equal(k, sought) {
		return c.Next()
	}
	return k, v
}

// upperBound is the key below which a descending walk starts.
func upperBound(pre []byte, after string) []byte {
	if after != "" {
		return append(bytes.Clone(pre), after...)
	}
	end := bytes.Clone(pre)
	end[len(end)-1]++ // the zero byte that ends the prefix
	return end
}

func lastBefore(c *bolt.Cursor, limit []byte) (k, v []byte) {
	if k, _ = c.Seek(limit); k == nil {
		return c.Last()
	}
	return c.Prev()
}
