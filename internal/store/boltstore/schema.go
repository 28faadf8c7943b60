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
	cubetaCarpetas   = []byte("carpetas")               // carpetaId → carpeta
	cubetaCiudadanos = []byte("ciudadanos")             // ciudadanoId, carpetaId → nothing
	cubetaDocumentos = []byte("documentos")             // carpetaId, documentoId → document
	cubetaSagas      = []byte("eliminaciones")          // eventoId → saga
	cubetaDeCarpeta  = []byte("eliminaciones.lista")    // carpetaId, ClaveCarpeta → eventoId
	cubetaDeOperador = []byte("eliminaciones.operador") // operadorId, estado, ClaveCarpeta → nothing
	cubetaVencidas   = []byte("eliminaciones.debe")     // operadorId, NoAntesDe, eventoId → secuencia, arriendos
	cubetaOperadores = []byte("operadores")             // operadorId → nothing
	cubetaCaducanDoc = []byte("caducan.documentos")     // ExpiraEn, key of the document → nothing
	cubetaCaducanSag = []byte("caducan.sagas")          // ExpiraEn, eventoId → nothing
	cubetaCenso      = []byte("carpetas.operador")      // operadorId, carpetaId → nothing
	cubetaMarcas     = []byte("marcas")                 // name → mark of a walk
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
	esquema      = []byte("3")
)

// pasos bring a file of an earlier version to the next one.
var pasos = map[string]struct {
	a    string
	paso func(tx *bolt.Tx) error
}{
	"1": {"2", indexarPorOperador},
	"2": {"3", crearCenso},
}

// preparar creates the buckets of a new file, brings an older one up to date, and
// refuses one that it does not know.
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
	case pasos[string(hay)].paso != nil:
		return db.Update(func(tx *bolt.Tx) error { return actualizar(tx, string(hay)) })
	case hay != nil:
		return fmt.Errorf("the file has schema %q, this program knows %q: use the program that wrote it", hay, esquema)
	}
	return db.Update(crearCubetas)
}

// actualizar brings a file of an older version up to date, all of it or nothing.
func actualizar(tx *bolt.Tx, version string) error {
	for version != string(esquema) {
		p := pasos[version]
		if err := p.paso(tx); err != nil {
			return fmt.Errorf("from schema %q to %q: %w", version, p.a, err)
		}
		version = p.a
	}
	return tx.Bucket(cubetaMeta).Put(claveEsquema, esquema)
}

// indexarPorOperador fills the list that version 2 added.
func indexarPorOperador(tx *bolt.Tx) error {
	lista, err := tx.CreateBucketIfNotExists(cubetaDeOperador)
	if err != nil {
		return err
	}
	return tx.Bucket(cubetaSagas).ForEach(func(_, v []byte) error {
		e, err := decodificarSaga(v)
		if err != nil {
			return err
		}
		return lista.Put(claveDeOperador(e), nil)
	})
}

func crearCubetas(tx *bolt.Tx) error {
	cubetas := [][]byte{
		cubetaMeta, cubetaCarpetas, cubetaCiudadanos, cubetaDocumentos, cubetaSagas, cubetaDeCarpeta,
		cubetaDeOperador, cubetaVencidas, cubetaOperadores, cubetaCaducanDoc, cubetaCaducanSag,
	}
	for _, nombre := range cubetasOrden {
		cubetas = append(cubetas, nombre)
	}
	for _, nombre := range cubetas {
		if _, err := tx.CreateBucketIfNotExists(nombre); err != nil {
			return err
		}
	}
	if err := crearCenso(tx); err != nil {
		return err
	}
	return tx.Bucket(cubetaMeta).Put(claveEsquema, esquema)
}
