package boltstore

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
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
	bucketByCambio        = []byte("eliminaciones.cambio")   // carpetaId, ClaveCambio, eventoId → eventoId
	bucketDue             = []byte("eliminaciones.debe")     // operadorId, NoAntesDe, eventoId → secuencia, arriendos
	bucketOperadores      = []byte("operadores")             // operadorId → nothing
	bucketDocumentoExpiry = []byte("caducan.documentos")     // ExpiraEn, key of the document → nothing
	bucketSagaExpiry      = []byte("caducan.sagas")          // ExpiraEn, eventoId → nothing
	bucketCenso           = []byte("carpetas.operador")      // operadorId, carpetaId → nothing
	bucketNovedades       = []byte("novedades")              // carpetaId, ClaveOrden → nothing
	bucketNovedadExpiry   = []byte("caducan.novedades")      // ExpiraEn, key of the news → nothing
	bucketMarcas          = []byte("marcas")                 // name → mark of a walk
	bucketEntidades       = []byte("entidades")              // entidadId → entity
	bucketEntregas        = []byte("entregas")               // entidadId, entregaId → delivery
	bucketEntregaOnce     = []byte("entregas.unicas")        // carpetaId, hash#entidadId → documentoId
	bucketCargas          = []byte("cargas")                 // carpetaId, documentoId of an upload that waits → nothing
	bucketEntregaExpiry   = []byte("caducan.entregas")       // ExpiraEn, entidadId, entregaId → nothing
	bucketEventos         = []byte("auditoria")              // operadorId, ClaveOrden → event
	bucketEventoIDs       = []byte("auditoria.ids")          // eventoId → key of the event
	bucketEventosCarpeta  = []byte("auditoria.carpeta")      // carpetaId, ClaveOrden → operadorId
	bucketEventosCorrel   = []byte("auditoria.correlacion")  // correlacionId, ClaveOrden → operadorId
	bucketEventoExpiry    = []byte("caducan.eventos")        // CaducaEn, key of the event → nothing
	bucketActas           = []byte("actas")                  // operadorId, Hasta, Primera → ids of sealed events
	bucketRezagados       = []byte("actas.rezagados")        // operadorId, eventoId → number in the sealed log
	bucketEmbargos        = []byte("embargos")               // carpetaId → its legal orders
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
	schema    = []byte(strconv.Itoa(Schema))
)

// Schema is the newest that this program knows, and the one that it writes.
const Schema = 11

// ErrNewer says that a newer version of this program wrote the data.
var ErrNewer = errors.New("the data are of a newer version")

// upgrades bring a file of an earlier version to the next one.
var upgrades = map[string]struct {
	to  string
	run func(tx *bolt.Tx) error
}{
	"1":  {"2", indexByOperador},
	"2":  {"3", createCenso},
	"3":  {"4", countUsos},
	"4":  {"5", createEntregas},
	"5":  {"6", createNovedades},
	"6":  {"7", indexCargas},
	"7":  {"8", widenRows},
	"8":  {"9", createEventos},
	"9":  {"10", createActas},
	"10": {"11", createEmbargos},
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
		return unknownSchema(string(stored))
	}
	return db.Update(createBuckets)
}

// unknownSchema says what to do with a file that this program must not touch.
func unknownSchema(stored string) error {
	if n, err := strconv.Atoi(stored); err == nil && n > Schema {
		return fmt.Errorf("%w: the file has schema %d, this program knows up to %d. Nothing was changed. Start the newer version of carpeta that wrote it, "+
			"or restore the backup from before the upgrade (carpeta respaldo restaurar)", ErrNewer, n, Schema)
	}
	return fmt.Errorf("the file has schema %q, this program knows %q: use the program that wrote it", stored, schema)
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

// countUsos counts the usage that version 4 added.
func countUsos(tx *bolt.Tx) error {
	usos := map[string]carpeta.Uso{}
	err := tx.Bucket(bucketDocumentos).ForEach(func(k, v []byte) error {
		id := firstPart(k)
		d, err := decodeDocumento(documento.Clave{CarpetaID: id, DocumentoID: string(k[len(id)+1:])}, v)
		usos[id] = usos[id].Mas(d.Uso())
		return err
	})
	if err != nil {
		return err
	}
	for id, uso := range usos {
		c, found, err := readCarpeta(tx, id)
		if err == nil && found {
			c.Uso = uso
			err = tx.Bucket(bucketCarpetas).Put([]byte(id), encodeCarpeta(c))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// indexCargas fills the list of uploads that version 7 added.
func indexCargas(tx *bolt.Tx) error {
	list, err := tx.CreateBucketIfNotExists(bucketCargas)
	if err != nil {
		return err
	}
	return tx.Bucket(bucketDocumentoExpiry).ForEach(func(k, _ []byte) error {
		k = k[timeLength:]
		id := firstPart(k)
		d, err := decodeDocumento(documento.Clave{CarpetaID: id, DocumentoID: string(k[len(id)+1:])}, tx.Bucket(bucketDocumentos).Get(k))
		if err != nil || !d.EsPendiente() {
			return err
		}
		return list.Put(k, nil)
	})
}

// createEntregas makes what version 5 added.
func createEntregas(tx *bolt.Tx) error {
	for _, name := range [][]byte{bucketEntidades, bucketEntregas, bucketEntregaOnce, bucketEntregaExpiry} {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return err
		}
	}
	return nil
}

func createBuckets(tx *bolt.Tx) error {
	buckets := [][]byte{
		bucketMeta, bucketCarpetas, bucketCiudadanos, bucketDocumentos, bucketSagas, bucketByCarpeta,
		bucketByOperador, bucketDue, bucketOperadores, bucketDocumentoExpiry, bucketSagaExpiry, bucketCargas,
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
	if err := createEntregas(tx); err != nil {
		return err
	}
	if err := createNovedades(tx); err != nil {
		return err
	}
	if err := createEventos(tx); err != nil {
		return err
	}
	if err := createActas(tx); err != nil {
		return err
	}
	if err := createEmbargos(tx); err != nil {
		return err
	}
	return tx.Bucket(bucketMeta).Put(schemaKey, schema)
}
