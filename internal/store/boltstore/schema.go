package boltstore

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/store/format"
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
	bucketPropias         = []byte("propias")                // entidad.Propia → the entidadId that has it
	bucketEntregas        = []byte("entregas")               // entidadId, entregaId → delivery
	bucketEntregaOnce     = []byte("entregas.unicas")        // carpetaId, hash#entidadId → documentoId
	bucketListas          = []byte("listas.estado")          // number, "lista" → status list; number, index → nothing: marked
	bucketCargas          = []byte("cargas")                 // carpetaId, documentoId of an upload that waits → nothing
	bucketPapelera        = []byte("papelera")               // carpetaId, ClaveOrden of a document in the bin → nothing
	bucketEntregaExpiry   = []byte("caducan.entregas")       // ExpiraEn, entidadId, entregaId → nothing
	bucketEventos         = []byte("auditoria")              // operadorId, ClaveOrden → event
	bucketEventoIDs       = []byte("auditoria.ids")          // eventoId → key of the event
	bucketEventosCarpeta  = []byte("auditoria.carpeta")      // carpetaId, ClaveOrden → operadorId
	bucketEventosCorrel   = []byte("auditoria.correlacion")  // correlacionId, ClaveOrden → operadorId
	bucketEventoExpiry    = []byte("caducan.eventos")        // CaducaEn, key of the event → nothing
	bucketActas           = []byte("actas")                  // operadorId, Hasta, Primera → ids of sealed events
	bucketRezagados       = []byte("actas.rezagados")        // operadorId, eventoId → number in the sealed log
	bucketEmbargos        = []byte("embargos")               // carpetaId → its legal orders
	bucketTipos           = []byte("tipos")                  // code → kind of document that was changed or added
	bucketCodigos         = []byte("codigos")                // carpetaId, documentoId#codigoId → code to show a document
	bucketCupos           = []byte("codigos.cupo")           // carpetaId, documentoId → places of the codes that can be used
	bucketResumenes       = []byte("codigos.resumen")        // SHA-256 of the code → its key
	bucketCodigoExpiry    = []byte("caducan.codigos")        // ExpiraEn, key of the code → nothing
)

// orderBuckets has a bucket per order: carpetaId, ClaveOrden → narrow row.
var orderBuckets = func() map[documento.CampoOrden][]byte {
	m := map[documento.CampoOrden][]byte{}
	for _, campo := range documento.CamposOrden {
		m[campo] = []byte("orden." + string(campo))
	}
	return m
}()

// schemaKey is where a file says its schema.
var schemaKey = []byte("esquema")

// Schema is the one that this program reads and writes.
const Schema = 13

// prepare creates the buckets of a new file, and refuses one of another schema. A version that raises the schema
// brings a file of the one before up to date here, all of it or nothing.
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
	return db.Update(createBuckets)
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

// buckets are all that a file has.
var buckets = append([][]byte{
	bucketMeta, bucketCarpetas, bucketCiudadanos, bucketDocumentos, bucketSagas, bucketByCarpeta, bucketByOperador, bucketByCambio, bucketDue,
	bucketOperadores, bucketDocumentoExpiry, bucketSagaExpiry, bucketCenso, bucketNovedades, bucketNovedadExpiry, bucketMarcas, bucketEntidades, bucketPropias,
	bucketEntregas, bucketEntregaOnce, bucketCargas, bucketPapelera, bucketEntregaExpiry, bucketEventos, bucketEventoIDs, bucketEventosCarpeta,
	bucketEventosCorrel, bucketEventoExpiry, bucketListas, bucketActas, bucketRezagados, bucketEmbargos,
	bucketCodigos, bucketCupos, bucketResumenes, bucketCodigoExpiry, bucketTipos,
}, slices.Collect(maps.Values(orderBuckets))...)

func createBuckets(tx *bolt.Tx) error {
	for _, name := range buckets {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return err
		}
	}
	return tx.Bucket(bucketMeta).Put(schemaKey, []byte(strconv.Itoa(Schema)))
}
