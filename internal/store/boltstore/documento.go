package boltstore

import (
	"bytes"
	"context"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

func documentoKey(k documento.Clave) []byte { return joinKey(k.CarpetaID, k.DocumentoID) }

func encodeDocumento(d documento.Documento) []byte {
	return appendFields(make([]byte, 0, 384), documento.Campos, &d)
}

func decodeDocumento(k documento.Clave, v []byte) (documento.Documento, error) {
	d := documento.Documento{Fila: documento.Fila{CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID}}
	l := openValue(bytes.Clone(v)) // which outlives the transaction
	viewFields(&l, documento.Campos, &d)
	return d, l.err
}

// readDocumento reports whether there is one that has not expired.
func readDocumento(tx *bolt.Tx, k documento.Clave, now time.Time) (d documento.Documento, found bool, err error) {
	v := tx.Bucket(bucketDocumentos).Get(documentoKey(k))
	if v == nil {
		return d, false, nil
	}
	d, err = decodeDocumento(k, v)
	return d, err == nil && !d.Expirado(now), err
}

// putDocumento writes the document and what makes it visible, or makes it expire.
func putDocumento(tx *bolt.Tx, d documento.Documento) error {
	if err := tx.Bucket(bucketDocumentos).Put(documentoKey(d.Clave()), encodeDocumento(d)); err != nil {
		return err
	}
	switch {
	case d.Estado == documento.Cargando:
		return putCarga(tx, d)
	case d.EnPapelera():
		return tx.Bucket(bucketPapelera).Put(binKey(d), nil)
	}
	return putRows(tx, d)
}

// putRows makes a document visible in every order.
func putRows(tx *bolt.Tx, d documento.Documento) error {
	fila := encodeRow(d.Fila)
	for campo, bucket := range orderBuckets {
		if err := tx.Bucket(bucket).Put(joinKey(d.CarpetaID, d.ClaveOrden(campo)), fila); err != nil {
			return err
		}
	}
	return nil
}

// removeDocumento removes every trace of a stored document.
func removeDocumento(tx *bolt.Tx, d documento.Documento) error {
	if err := tx.Bucket(bucketDocumentos).Delete(documentoKey(d.Clave())); err != nil {
		return err
	}
	switch {
	case d.Estado == documento.Cargando:
		return removeCarga(tx, d)
	case d.EnPapelera():
		return tx.Bucket(bucketPapelera).Delete(binKey(d))
	}
	for campo, bucket := range orderBuckets {
		if err := tx.Bucket(bucket).Delete(joinKey(d.CarpetaID, d.ClaveOrden(campo))); err != nil {
			return err
		}
	}
	return nil
}

// Documento implements documento.Store.
func (s *Store) Documento(ctx context.Context, k documento.Clave) (d documento.Documento, err error) {
	err = s.view(ctx, "Documento", func(tx *bolt.Tx) (err error) {
		d, err = requireDocumento(tx, k, s.clock())
		return err
	})
	return d, err
}

// AunVencido implements documento.Store.
func (s *Store) AunVencido(ctx context.Context, k documento.Clave) (d documento.Documento, err error) {
	err = s.view(ctx, "AunVencido", func(tx *bolt.Tx) (err error) {
		d, err = requireDocumento(tx, k, beforeAllEnds)
		return err
	})
	return d, err
}

// beforeAllEnds is a moment at which nothing has expired.
var beforeAllEnds time.Time

func requireDocumento(tx *bolt.Tx, k documento.Clave, now time.Time) (documento.Documento, error) {
	d, found, err := readDocumento(tx, k, now)
	if err == nil && !found {
		return documento.Documento{}, notFound("No se encontró el documento.")
	}
	return d, err
}

// Documentos implements documento.Store.
func (s *Store) Documentos(ctx context.Context, ks []documento.Clave) (ds []documento.Documento, err error) {
	now := s.clock()
	err = s.view(ctx, "Documentos", func(tx *bolt.Tx) (err error) {
		ds, err = readEach(ks, func(k documento.Clave) (documento.Documento, bool, error) { return readDocumento(tx, k, now) })
		return err
	})
	return ds, err
}
