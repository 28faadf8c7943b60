package boltstore

import (
	"bytes"
	"encoding/binary"
	"time"

	bolt "go.etcd.io/bbolt"
)

// clave joins the parts of a key by zero bytes, which ids never hold.
func clave(partes ...string) []byte {
	n := len(partes)
	for _, p := range partes {
		n += len(p)
	}
	k := make([]byte, 0, n)
	for i, p := range partes {
		if i > 0 {
			k = append(k, 0)
		}
		k = append(k, p...)
	}
	return k
}

// prefijo is what all keys under a first part begin with.
func prefijo(parte string) []byte { return clave(parte, "") }

// primeraParte is what stands before the first zero byte.
func primeraParte(k []byte) string {
	parte, _, _ := bytes.Cut(k, []byte{0})
	return string(parte)
}

const largoHora = 8

// conHora appends a time so that keys sort by it.
func conHora(k []byte, t time.Time) []byte {
	return binary.BigEndian.AppendUint64(k, uint64(t.UnixNano())^(1<<63))
}

func horaDe(k []byte) time.Time {
	return time.Unix(0, int64(binary.BigEndian.Uint64(k)^(1<<63))).UTC()
}

// recorrer visits the entries under a prefix (which ends with a zero byte) after
// desde, in either direction, until f says that it has enough. k comes without the prefix.
func recorrer(b *bolt.Bucket, pre []byte, desde string, desc bool, f func(k, v []byte) (sigue bool, err error)) error {
	c := b.Cursor()
	k, v := primera(c, pre, desde, desc)
	for ; k != nil && bytes.HasPrefix(k, pre); k, v = paso(c, desc) {
		if sigue, err := f(k[len(pre):], v); err != nil || !sigue {
			return err
		}
	}
	return nil
}

func paso(c *bolt.Cursor, desc bool) (k, v []byte) {
	if desc {
		return c.Prev()
	}
	return c.Next()
}

// primera seeks the first entry of a walk. The entry at desde need not exist.
func primera(c *bolt.Cursor, pre []byte, desde string, desc bool) (k, v []byte) {
	if desc {
		return ultimaAntes(c, limiteSuperior(pre, desde))
	}
	busca := append(bytes.Clone(pre), desde...)
	k, v = c.Seek(busca)
	if desde != "" && bytes.Equal(k, busca) {
		return c.Next()
	}
	return k, v
}

// limiteSuperior is the key below which a descending walk starts.
func limiteSuperior(pre []byte, desde string) []byte {
	if desde != "" {
		return append(bytes.Clone(pre), desde...)
	}
	fin := bytes.Clone(pre)
	fin[len(fin)-1]++ // the zero byte that ends the prefix
	return fin
}

func ultimaAntes(c *bolt.Cursor, limite []byte) (k, v []byte) {
	if k, _ = c.Seek(limite); k == nil {
		return c.Last()
	}
	return c.Prev()
}
