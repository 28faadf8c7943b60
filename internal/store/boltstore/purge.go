package boltstore

import (
	"bytes"
	"context"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

func documentoExpiryKey(d documento.Documento) []byte {
	return append(appendTime(nil, d.ExpiraEn), documentoKey(d.Clave())...)
}

func sagaExpiryKey(e eliminacion.Eliminacion) []byte {
	return append(appendTime(nil, e.ExpiraEn), e.EventoID...)
}

func putExpiry(tx *bolt.Tx, d documento.Documento) error {
	if d.ExpiraEn.IsZero() {
		return nil
	}
	return tx.Bucket(bucketDocumentoExpiry).Put(documentoExpiryKey(d), nil)
}

func removeExpiry(tx *bolt.Tx, d documento.Documento) error {
	if d.ExpiraEn.IsZero() {
		return nil
	}
	return tx.Bucket(bucketDocumentoExpiry).Delete(documentoExpiryKey(d))
}

// PurgeExpired deletes uploads that were never confirmed and sagas whose
// retention is over, at most max of both together, in one short transaction. Call
// it again while it returns max. Reads leave expired items out anyway.
func (s *Store) PurgeExpired(ctx context.Context, now time.Time, max int) (n int, err error) {
	none := false
	err = s.view(ctx, "PurgarExpirados", func(tx *bolt.Tx) error {
		none = len(expired(tx, bucketDocumentoExpiry, now, 1)) == 0 && len(expired(tx, bucketSagaExpiry, now, 1)) == 0
		return nil
	})
	if err != nil || none || max <= 0 {
		return 0, err
	}
	err = classify(s.combiner.write(ctx, func(tx *bolt.Tx) error {
		documentos, err := purgeWith(tx, bucketDocumentoExpiry, now, max, purgeDocumento)
		if err != nil {
			return err
		}
		sagas, err := purgeWith(tx, bucketSagaExpiry, now, max-documentos, purgeSaga)
		n = documentos + sagas
		return err
	}))
	if err != nil {
		return 0, err
	}
	return n, nil
}

// expired lists expired keys, oldest first, without their time.
func expired(tx *bolt.Tx, bucket []byte, now time.Time, max int) (ks [][]byte) {
	c := tx.Bucket(bucket).Cursor()
	for k, _ := c.First(); k != nil && len(ks) < max && !timeFrom(k).After(now); k, _ = c.Next() {
		ks = append(ks, bytes.Clone(k))
	}
	return ks
}

func purgeWith(tx *bolt.Tx, bucket []byte, now time.Time, max int, purge func(tx *bolt.Tx, k []byte, now time.Time) error) (int, error) {
	ks := expired(tx, bucket, now, max)
	for _, k := range ks {
		if err := purge(tx, k[timeLength:], now); err != nil {
			return 0, err
		}
		if err := tx.Bucket(bucket).Delete(k); err != nil {
			return 0, err
		}
	}
	return len(ks), nil
}

func purgeDocumento(tx *bolt.Tx, k []byte, now time.Time) error {
	carpetaID, documentoID, _ := bytes.Cut(k, []byte{0})
	key := documento.Clave{CarpetaID: string(carpetaID), DocumentoID: string(documentoID)}
	v := tx.Bucket(bucketDocumentos).Get(k)
	if v == nil {
		return nil
	}
	d, err := decodeDocumento(key, v)
	if err != nil || d.Estado != documento.Cargando || !d.Expirado(now) {
		return err
	}
	return removeDocumento(tx, d)
}

func purgeSaga(tx *bolt.Tx, k []byte, now time.Time) error {
	v := tx.Bucket(bucketSagas).Get(k)
	if v == nil {
		return nil
	}
	e, err := decodeSaga(v)
	if err != nil || !e.Expirada(now) {
		return err
	}
	if err := removeIndexes(tx, e); err != nil {
		return err
	}
	return tx.Bucket(bucketSagas).Delete(k)
}
