package boltstore

import (
	"bytes"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// widenRows writes the rows of every order anew, from their documents: version 6 put context and emisor
// into them, which filters look at.
func widenRows(tx *bolt.Tx) error {
	return tx.Bucket(bucketDocumentos).ForEach(func(k, v []byte) error {
		carpetaID, documentoID, _ := bytes.Cut(k, []byte{0})
		d, err := decodeDocumento(documento.Clave{CarpetaID: string(carpetaID), DocumentoID: string(documentoID)}, v)
		if err != nil || d.Estado == documento.Cargando {
			return err
		}
		return putRows(tx, d)
	})
}
