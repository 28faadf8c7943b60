package boltstore

import (
	"bytes"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// The buckets. Keys are joined by a zero byte; times in keys sort as numbers.
var (
	cubetaMeta       = []byte("meta")
	cubetaCarpetas   = []byte("carpetas")            // carpetaId → carpeta
	cubetaCiudadanos = []byte("ciudadanos")          // ciudadanoId, carpetaId → nothing
	cubetaDocumentos = []byte("documentos")          // carpetaId, documentoId → document
	cubetaSagas      = []byte("eliminaciones")       // eventoId → saga
	cubetaDeCarpeta  = []byte("eliminaciones.lista") // carpetaId, ClaveCarpeta → eventoId
	cubetaVencidas   = []byte("eliminaciones.debe")  // operadorId, NoAntesDe, eventoId → secuencia, arriendos
	cubetaOperadores = []byte("operadores")          // operadorId → nothing
	cubetaCaducanDoc = []byte("caducan.documentos")  // ExpiraEn, key of the document → nothing
	cubetaCaducanSag = []byte("caducan.sagas")       // ExpiraEn, eventoId → nothing
)

// cubetasOrden has a bucket per order: carpetaId, ClaveOrden → narrow row.
var cubetasOrden = func() map[documento.CampoOrden][]byte {
	m := map[documento.CampoOrden][]byte{}
	for _, campo := range documento.CamposOrden {
		m[campo] = []byte("orden." + string(campo))
	}
	return m
}()

// esquema is what a file of this version says of itself.
var (
	claveEsquema = []byte("esquema")
	esquema      = []byte("1")
)

// preparar creates the buckets of a new file, and refuses a file of another version.
func preparar(db *bolt.DB) error {
	hay := []byte(nil)
	err := db.View(func(tx *bolt.Tx) error {
		if b := tx.Bucket(cubetaMeta); b != nil {
			hay = bytes.Clone(b.Get(claveEsquema))
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case bytes.Equal(hay, esquema):
		return nil
	case hay != nil:
		return fmt.Errorf("the file has schema %q, this program knows %q: use the program that wrote it", hay, esquema)
	}
	return db.Update(crearCubetas)
}

func crearCubetas(tx *bolt.Tx) error {
	cubetas := [][]byte{
		cubetaMeta, cubetaCarpetas, cubetaCiudadanos, cubetaDocumentos, cubetaSagas, cubetaDeCarpeta,
		cubetaVencidas, cubetaOperadores, cubetaCaducanDoc, cubetaCaducanSag,
	}
	for _, nombre := range cubetasOrden {
		cubetas = append(cubetas, nombre)
	}
	for _, nombre := range cubetas {
		if _, err := tx.CreateBucketIfNotExists(nombre); err != nil {
			return err
		}
	}
	return tx.Bucket(cubetaMeta).Put(claveEsquema, esquema)
}
