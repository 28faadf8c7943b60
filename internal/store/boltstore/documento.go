package boltstore

import (
	"context"
	"encoding/binary"
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
	b = appendMillis(b, d.ExpiraEn)
	b = appendMillis(b, d.ReservadaHasta)
	b = appendText(b, d.EmisorID)
	b = appendText(b, d.EmisorNombre)
	b = appendMillis(b, d.FechaEmision)
	b = appendText(b, d.TipoVista)
	b = binary.AppendVarint(b, d.Partes.Tamano)
	b = appendText(b, d.Partes.ID)
	b = binary.AppendVarint(b, d.Partes.Verificados)
	b = appendText(b, d.Partes.Estado)
	b = binary.AppendVarint(b, d.Correcciones)
	return appendText(b, d.VersionArchivo)
}

func decodeDocumento(k documento.Clave, v []byte) (d documento.Documento, err error) {
	l := openValue(v)
	d.Fila = viewRow(&l, k)
	d.Titulo = strings.Clone(d.Titulo)
	for _, s := range []*string{&d.Contexto, &d.Hash, &d.TipoContenido, &d.NombreArchivo, &d.StoragePath, &d.TipoCarpeta, (*string)(&d.EstadoPrevio), &d.EliminacionID} {
		*s = l.text()
	}
	d.FechaUltimaModificacion, d.ExpiraEn = l.time(), l.time()
	if len(l.b) > 0 { // not in a file of schema 3
		d.ReservadaHasta = l.time()
	}
	if l.more() { // not in a file of schema 4
		d.EmisorID, d.EmisorNombre, d.FechaEmision = l.text(), l.text(), l.time()
	}
	if l.more() { // absent in one that was confirmed before views: it is an attachment only
		d.TipoVista = l.text()
	}
	if l.more() { // not in a file of schema 6
		d.Partes.Tamano, d.Partes.ID, d.Partes.Verificados, d.Partes.Estado = l.integer(), l.text(), l.integer(), l.text()
	}
	if l.more() { // absent in one that was written before corrections
		d.Correcciones = l.integer()
	}
	if l.more() { // absent in one that was confirmed before versions were written down
		d.VersionArchivo = l.text()
	}
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
		return putCarga(tx, d)
	}
	return putRows(tx, d)
}

// putRows makes a document visible in every order.
func putRows(tx *bolt.Tx, d documento.Documento) error {
	fila := appendEntry(make([]byte, 0, 192), d.Fila)
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
		return removeCarga(tx, d)
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
