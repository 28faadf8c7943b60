package boltstore

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	bolt "go.etcd.io/bbolt"
)

// A file says in a bucket of its own which schema it has.
var (
	bucketMeta = []byte("meta")
	schemaKey  = []byte("esquema")
	schema     = []byte(strconv.Itoa(Schema))
)

// Schema is the newest that this program knows, and the one that it writes.
const Schema = 13

// ErrNewer says that a newer version of this program wrote the data.
var ErrNewer = errors.New("the data are of a newer version")

// prepare has a new file say its schema, and refuses one that this program does not know, as it is.
func prepare(db *file) error {
	var stored []byte
	err := db.View(func(tx *bolt.Tx) error {
		if b := tx.Bucket(bucketMeta); b != nil {
			stored = bytes.Clone(b.Get(schemaKey))
		}
		return nil
	})
	switch {
	case err != nil || bytes.Equal(stored, schema):
		return err
	case stored != nil:
		return unknownSchema(string(stored))
	}
	return db.Update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists(bucketMeta)
		if err != nil {
			return err
		}
		return b.Put(schemaKey, schema)
	})
}

// unknownSchema says what to do with a file that this program must not touch.
func unknownSchema(stored string) error {
	if n, err := strconv.Atoi(stored); err == nil && n > Schema {
		return fmt.Errorf("%w: the file has schema %d, this program knows up to %d. Nothing was changed. Start the newer version of carpeta that wrote it, "+
			"or restore the backup from before the upgrade (carpeta respaldo restaurar)", ErrNewer, n, Schema)
	}
	return fmt.Errorf("the file has schema %q, this program knows %q: use the program that wrote it", stored, schema)
}
