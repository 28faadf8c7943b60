package boltstore

import (
	"bytes"
	"context"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

func claveCaducaDocumento(d documento.Documento) []byte {
	return append(conHora(nil, d.ExpiraEn), claveDocumento(d.Clave())...)
}

func claveCaducaSaga(e eliminacion.Eliminacion) []byte {
	return append(conHora(nil, e.ExpiraEn), e.EventoID...)
}

func ponCaducidad(tx *bolt.Tx, d documento.Documento) error {
	if d.ExpiraEn.IsZero() {
		return nil
	}
	return tx.Bucket(cubetaCaducanDoc).Put(claveCaducaDocumento(d), nil)
}

func quitarCaducidad(tx *bolt.Tx, d documento.Documento) error {
	if d.ExpiraEn.IsZero() {
		return nil
	}
	return tx.Bucket(cubetaCaducanDoc).Delete(claveCaducaDocumento(d))
}

// PurgarExpirados deletes uploads that were never confirmed and sagas whose
// retention is over, at most max of both together, in one short transaction. Call
// it again while it returns max. Reads leave expired items out anyway.
func (s *Store) PurgarExpirados(ctx context.Context, ahora time.Time, max int) (n int, err error) {
	nada := false
	err = s.leer(ctx, "PurgarExpirados", func(tx *bolt.Tx) error {
		nada = len(caducas(tx, cubetaCaducanDoc, ahora, 1)) == 0 && len(caducas(tx, cubetaCaducanSag, ahora, 1)) == 0
		return nil
	})
	if err != nil || nada || max <= 0 {
		return 0, err
	}
	err = clasificar(s.escribe.escribir(ctx, func(tx *bolt.Tx) error {
		documentos, err := purgarCon(tx, cubetaCaducanDoc, ahora, max, purgarDocumento)
		if err != nil {
			return err
		}
		sagas, err := purgarCon(tx, cubetaCaducanSag, ahora, max-documentos, purgarSaga)
		n = documentos + sagas
		return err
	}))
	if err != nil {
		return 0, err
	}
	return n, nil
}

// caducas lists what has expired, oldest first: keys without their time.
func caducas(tx *bolt.Tx, cubeta []byte, ahora time.Time, max int) (ks [][]byte) {
	c := tx.Bucket(cubeta).Cursor()
	for k, _ := c.First(); k != nil && len(ks) < max && !horaDe(k).After(ahora); k, _ = c.Next() {
		ks = append(ks, bytes.Clone(k))
	}
	return ks
}

func purgarCon(tx *bolt.Tx, cubeta []byte, ahora time.Time, max int, purgar func(tx *bolt.Tx, k []byte, ahora time.Time) error) (int, error) {
	ks := caducas(tx, cubeta, ahora, max)
	for _, k := range ks {
		if err := purgar(tx, k[largoHora:], ahora); err != nil {
			return 0, err
		}
		if err := tx.Bucket(cubeta).Delete(k); err != nil {
			return 0, err
		}
	}
	return len(ks), nil
}

func purgarDocumento(tx *bolt.Tx, k []byte, ahora time.Time) error {
	carpetaID, documentoID, _ := bytes.Cut(k, []byte{0})
	clave := documento.Clave{CarpetaID: string(carpetaID), DocumentoID: string(documentoID)}
	v := tx.Bucket(cubetaDocumentos).Get(k)
	if v == nil {
		return nil
	}
	d, err := decodificarDocumento(clave, v)
	if err != nil || d.Estado != documento.Cargando || !d.Expirado(ahora) {
		return err
	}
	return quitarDocumento(tx, d)
}

func purgarSaga(tx *bolt.Tx, k []byte, ahora time.Time) error {
	v := tx.Bucket(cubetaSagas).Get(k)
	if v == nil {
		return nil
	}
	e, err := decodificarSaga(v)
	if err != nil || !e.Expirada(ahora) {
		return err
	}
	if err := quitarIndices(tx, e); err != nil {
		return err
	}
	return tx.Bucket(cubetaSagas).Delete(k)
}
