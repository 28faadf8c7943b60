package boltstore

import (
	"errors"
	"fmt"
	"strconv"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/store/format"
)

// A file says in a bucket of its own which schema it has.
var (
	bucketMeta = []byte("meta")
	schemaKey  = []byte("esquema")
)

// Schema is the one that this program reads and writes.
const Schema = 14

// prepare has a new file say its schema, and refuses one of another schema. A version that raises the schema brings a file
// of the one before up to date here, all of it or nothing.
func prepare(db *file) error {
	isNew := false
	err := db.View(func(tx *bolt.Tx) error {
		isNew = tx.Bucket(bucketMeta) == nil
		if isNew {
			return nil
		}
		return checkSchema(tx)
	})
	if err != nil || !isNew {
		return err
	}
	return db.Update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists(bucketMeta)
		if err != nil {
			return err
		}
		return b.Put(schemaKey, []byte(strconv.Itoa(Schema)))
	})
}

// checkSchema refuses a file of another schema, or of nobody's.
func checkSchema(tx *bolt.Tx) error {
	meta := tx.Bucket(bucketMeta)
	if meta == nil {
		return errors.New("the database is empty")
	}
	n, err := strconv.Atoi(string(meta.Get(schemaKey)))
	if err != nil {
		return fmt.Errorf("the database has no schema that can be read: %w", err)
	}
	return format.Check(n, Schema)
}
