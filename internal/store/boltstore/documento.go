package boltstore

import (
	"context"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

func documentoKey(k documento.Clave) []byte { return joinKey(k.CarpetaID, k.DocumentoID) }

// encodeDocumento is the row, followed by the other fields of the document.
func encodeDocumento(d documento.Documento) []byte {
	b := appendRow(make([]byte, 0, 384), d.Fila)
	for _, s := range []string{d.Contexto, d.Hash, d.TipoContenido, d.NombreArchivo, d.StoragePath, d.TipoCarpeta, string(d.EstadoPrevio), d.EliminacionID} {
		b = appendText(b, s)
	}
	b = appendMillis(b, d.FechaUltimaModificacion)
	return appendMillis(b, d.ExpiraEn)
}

func decodeDocumento(k documento.Clave, v []byte) (d documento.Documento, err error) {
	l := openValue(v)
	d.Fila = viewRow(&l, k)
	d.Titulo = strings.Clone(d.Titulo)
	for _, s := range []*string{&d.Contexto, &d.Hash, &d.TipoContenido, &d.NombreArchivo, &d.StoragePath, &d.TipoCarpeta, (*string)(&d.EstadoPrevio), &d.EliminacionID} {
		*s = l.text()
	}
	d.FechaUltimaModificacion, d.ExpiraEn = l.time(), l.time()
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
	if d.Estado == documento.Cargando {
		return putExpiry(tx, d)
	}
	fila := appendRow(make([]byte, 0, 160), d.Fila)
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
	if d.Estado == documento.Cargando {
		return removeExpiry(tx, d)
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

func requireDocumento(tx *bolt.Tx, k documento.Clave, now time.Time) (documento.Documento, error) {
	d, found, err := readDocumento(tx, k, now)
	if err == nil && !found {
		return documento.Documento{}, notFound("el documento")
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

// CrearCarga implements documento.Store.
func (s *Store) CrearCarga(ctx context.Context, d documento.Documento) error {
	d.Estado = documento.Cargando
	return s.update(ctx, "CrearCarga", func(tx *bolt.Tx) error {
		if tx.Bucket(bucketDocumentos).Get(documentoKey(d.Clave())) != nil {
			return conflict("El documento ya existe.")
		}
		return putDocumento(tx, d)
	})
}

// ConfirmarCarga implements documento.Store.
func (s *Store) ConfirmarCarga(ctx context.Context, d documento.Documento) (final documento.Documento, err error) {
	err = s.update(ctx, "ConfirmarCarga", func(tx *bolt.Tx) (err error) {
		final, err = s.confirm(tx, d)
		return err
	})
	return final, err
}

func (s *Store) confirm(tx *bolt.Tx, d documento.Documento) (documento.Documento, error) {
	stored, err := requireDocumento(tx, d.Clave(), s.clock())
	if err != nil {
		return stored, err
	}
	if stored.Estado != documento.Cargando {
		return stored, errNothing
	}
	c, err := requireCarpeta(tx, d.CarpetaID)
	if err != nil {
		return stored, err
	}
	if err := removeDocumento(tx, stored); err != nil {
		return stored, err
	}
	d.Estado, d.ExpiraEn = documento.Procesado, time.Time{}
	if err := putDocumento(tx, d); err != nil {
		return stored, err
	}
	return d, countDocumento(tx, c, 1)
}
