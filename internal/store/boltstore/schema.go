package boltstore

import (
	"bytes"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// The buckets. Keys are joined by a zero byte; times in keys sort as numbers.
var (
	bucketMeta            = []byte("meta")
	bucketCarpetas        = []byte("carpetas")               // carpetaId → carpeta
	bucketCiudadanos      = []byte("ciudadanos")             // ciudadanoId, carpetaId → nothing
	bucketDocumentos      = []byte("documentos")             // carpetaId, documentoId → document
	bucketSagas           = []byte("eliminaciones")          // eventoId → saga
	bucketByCarpeta       = []byte("eliminaciones.lista")    // carpetaId, ClaveCarpeta → eventoId
	bucketByOperador      = []byte("eliminaciones.operador") // operadorId, estado, ClaveCarpeta → nothing
	bucketDue             = []byte("eliminaciones.debe")     // operadorId, NoAntesDe, eventoId → secuencia, arriendos
	bucketOperadores      = []byte("operadores")             // operadorId → nothing
	bucketDocumentoExpiry = []byte("caducan.documentos")     // ExpiraEn, key of the document → nothing
	bucketSagaExpiry      = []byte("caducan.sagas")          // ExpiraEn, eventoId → nothing
	bucketCenso           = []byte("carpetas.operador")      // operadorId, carpetaId → nothing
	bucketMarcas          = []byte("marcas")                 // name → mark of a walk
)

// orderBuckets has a bucket per order: carpetaId, ClaveOrden → narrow row.
var orderBuckets = func() map[documento.CampoOrden][]byte {
	m := map[documento.CampoOrden][]byte{}
	for _, campo := range documento.CamposOrden {
		m[campo] = []byte("orden." + string(campo))
	}
	return m
}()

// schema is the description that a file of this version holds of itself.
var (
	schemaKey = []byte("esquema")
	schema    = []byte("3")
)

// upgrades bring a file of an earlier version to the next one.
var upgrades = map[string]struct {
	to  string
	run func(tx *bolt.Tx) error
}{
	"1": {"2", indexByOperador},
	"2": {"3", createCenso},
}

// prepare creates the buckets of a new file, brings an older one up to date, and
// refuses one that it does not know.
func prepare(db *bolt.DB) error {
	stored := []byte(nil)
	err := db.View(func(tx *bolt.Tx) error {
		if b := tx.Bucket(bucketMeta); b != nil {
			stored = bytes.Clone(b.Get(schemaKey))
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case bytes.Equal(stored, schema):
		return nil
	case upgrades[string(stored)].run != nil:
		return db.Update(func(tx *bolt.Tx) error { return upgrade(tx, string(stored)) })
	case stored != nil:
		return fmt.Errorf("the file has schema %q, this program knows %q: use the program that wrote it", stored, schema)
	}
	return db.Update(createBuckets)
}

// upgrade brings a file of an older version up to date, all of it or nothing.
func upgrade(tx *bolt.Tx, version string) error {
	for version != string(schema) {
		p := upgrades[version]
		if err := p.run(tx); err != nil {
			return fmt.Errorf("from schema %q to %q: %w", version, p.to, err)
		}
		version = p.to
	}
	return tx.Bucket(bucketMeta).Put(schemaKey, schema)
}

// indexByOperador fills the list that version 2 added.
func indexByOperador(tx *bolt.Tx) error {
	list, err := tx.CreateBucketIfNotExists(bucketByOperador)
	if err != nil {
		return err
	}
	return tx.Bucket(bucketSagas).ForEach(func(_, v []byte) error {
		e, err := decodeSaga(v)
		if err != nil {
			return err
		}
		return list.Put(operadorKey(e), nil)
	})
}

func createBuckets(tx *bolt.Tx) error {
	buckets := [][]byte{
		bucketMeta, bucketCarpetas, bucketCiudadanos, bucketDocumentos, bucketSagas, bucketByCarpeta,
		bucketByOperador, bucketDue, bucketOperadores, bucketDocumentoExpiry, bucketSagaExpiry,
	}
	for _, name := range orderBuckets {
		buckets = append(buckets, name)
	}
	for _, name := range buckets {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return err
		}
	}
	if err := createCenso(tx); err != nil {
		return err
	}
	return tx.Bucket(bucketMeta).Put(schemaKey, schema)
}
