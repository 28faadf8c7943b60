package boltstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

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
	isNew, err := check(db)
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

// Check refuses a file of another schema for commands that work beside a server. A process that has the file checked it.
func Check(dir string) error {
	path := filepath.Join(dir, FileName)
	if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return nil // before the first start
	}
	db, err := openFile(path, &bolt.Options{Timeout: time.Millisecond, ReadOnly: true})
	if errors.Is(err, berrors.ErrTimeout) {
		return nil
	}
	if err != nil {
		return advise(path, err)
	}
	if _, err = check(db); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return errors.Join(err, db.Close())
}

// check refuses a file of another schema, and reports one that has none yet.
func check(db *file) (isNew bool, err error) {
	err = db.View(func(tx *bolt.Tx) error {
		if isNew = tx.Bucket(bucketMeta) == nil; isNew {
			return nil
		}
		return checkSchema(tx)
	})
	return isNew, err
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
