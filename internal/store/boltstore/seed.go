package boltstore

import (
	"bytes"
	"context"
	"slices"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// documentosPorTanda bounds a transaction of a seed: others wait for it.
const documentosPorTanda = 4000

// llenado: seeds come in order, so pages need little room for what comes between.
const llenado = 0.9

// Sembrar implements documento.Sembrador: the carpeta as given, its total too. It is
// written last: one that can be seen is complete.
func (s *Store) Sembrar(ctx context.Context, c carpeta.Carpeta, ds []documento.Documento) error {
	s.observar("Sembrar", 0)
	for {
		tanda := ds[:min(len(ds), documentosPorTanda)]
		ds = ds[len(tanda):]
		err := s.escribe.escribir(ctx, func(tx *bolt.Tx) error {
			if err := sembrarTanda(tx, tanda); err != nil || len(ds) > 0 {
				return err
			}
			return ponCarpeta(tx, c)
		})
		if err != nil || len(ds) == 0 {
			return clasificar(err)
		}
	}
}

// sembrarTanda writes bucket by bucket in key order, which is what a B+ tree likes best.
func sembrarTanda(tx *bolt.Tx, ds []documento.Documento) error {
	filas := make([][]byte, len(ds))
	for i, d := range ds {
		filas[i] = ponFila(make([]byte, 0, 160), d.Fila)
	}
	err := ponOrdenados(tx, cubetaDocumentos, len(ds), func(i int) (k, v []byte) {
		return claveDocumento(ds[i].Clave()), codificarDocumento(ds[i])
	})
	for campo, cubeta := range cubetasOrden {
		if err != nil {
			return err
		}
		err = ponOrdenados(tx, cubeta, len(ds), func(i int) (k, v []byte) {
			return clave(ds[i].CarpetaID, ds[i].ClaveOrden(campo)), filas[i]
		})
	}
	return err
}

func ponOrdenados(tx *bolt.Tx, cubeta []byte, n int, entradaDe func(i int) (k, v []byte)) error {
	type par struct{ k, v []byte }
	pares := make([]par, n)
	for i := range pares {
		pares[i].k, pares[i].v = entradaDe(i)
	}
	slices.SortFunc(pares, func(a, b par) int { return bytes.Compare(a.k, b.k) })
	b := tx.Bucket(cubeta)
	b.FillPercent = llenado
	for _, p := range pares {
		if err := b.Put(p.k, p.v); err != nil {
			return err
		}
	}
	return nil
}
