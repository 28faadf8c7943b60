package boltstore

import (
	"bytes"
	"context"
	"errors"
	"slices"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
)

// documentosPerBatch bounds a transaction of a seed: others wait for it.
const documentosPerBatch = 4000

// fillPercent: seeds come in order, so pages need little room for later keys between them.
const fillPercent = 0.9

// Sembrar implements documento.Sembrador: the carpeta as given, its total too. It is
// written last: one that can be seen is complete.
func (s *Store) Sembrar(ctx context.Context, c carpeta.Carpeta, ds []documento.Documento, h auditoria.Evento) error {
	s.observe("Sembrar", 0)
	c.Uso = documento.UsoDe(ds)
	for {
		batch := ds[:min(len(ds), documentosPerBatch)]
		ds = ds[len(batch):]
		err := s.combiner.write(ctx, func(tx *bolt.Tx) error {
			if err := seedBatch(tx, batch); err != nil || len(ds) > 0 {
				return err
			}
			if err := seedCarpeta(tx, c); err != nil {
				return err
			}
			return s.putEvento(tx, h)
		})
		if err != nil || len(ds) == 0 {
			return classify(err)
		}
	}
}

// SembrarEntregas implements entrega.Sembrador.
func (s *Store) SembrarEntregas(ctx context.Context, es []entrega.Sembrada) error {
	s.observe("SembrarEntregas", 0)
	for batch := range slices.Chunk(es, documentosPerBatch) {
		err := s.combiner.write(ctx, func(tx *bolt.Tx) error {
			for _, e := range batch {
				if err := putEntrega(tx, e.Entrega); err != nil {
					return err
				}
				if err := tx.Bucket(bucketEntregaOnce).Put(onceKey(e.Documento), []byte(e.Documento.DocumentoID)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return classify(err)
		}
	}
	return nil
}

// seedCarpeta opens the carpeta; CONFLICT if its owner has another one.
func seedCarpeta(tx *bolt.Tx, c carpeta.Carpeta) error {
	opened, err := openCarpeta(tx, c)
	switch {
	case !errors.Is(err, errNothing):
		return err
	case opened.CarpetaID != c.CarpetaID:
		return conflict("El ciudadano ya tiene una carpeta.")
	}
	return nil
}

// seedBatch writes bucket by bucket in key order, the best order for a B+ tree.
func seedBatch(tx *bolt.Tx, ds []documento.Documento) error {
	filas := make([][]byte, len(ds))
	for i, d := range ds {
		filas[i] = encodeRow(d.Fila)
	}
	err := putSorted(tx, bucketDocumentos, len(ds), func(i int) (k, v []byte) {
		return documentoKey(ds[i].Clave()), encodeDocumento(ds[i])
	})
	for campo, bucket := range orderBuckets {
		if err != nil {
			return err
		}
		err = putSorted(tx, bucket, len(ds), func(i int) (k, v []byte) {
			return joinKey(ds[i].CarpetaID, ds[i].ClaveOrden(campo)), filas[i]
		})
	}
	return err
}

func putSorted(tx *bolt.Tx, bucket []byte, n int, entryOf func(i int) (k, v []byte)) error {
	type pair struct{ k, v []byte }
	pairs := make([]pair, n)
	for i := range pairs {
		pairs[i].k, pairs[i].v = entryOf(i)
	}
	slices.SortFunc(pairs, func(a, b pair) int { return bytes.Compare(a.k, b.k) })
	b := tx.Bucket(bucket)
	b.FillPercent = fillPercent
	for _, p := range pairs {
		if err := b.Put(p.k, p.v); err != nil {
			return err
		}
	}
	return nil
}
