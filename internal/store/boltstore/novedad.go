package boltstore

import (
	"context"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

func novedadKey(n documento.Novedad) []byte { return joinKey(n.CarpetaID, n.ClaveOrden()) }

// putNovedad writes a change of a document down: every transaction that changes one other than
// for a deletion has this line.
func putNovedad(tx *bolt.Tx, n documento.Novedad) error {
	k := novedadKey(n)
	if err := tx.Bucket(bucketNovedadExpiry).Put(append(appendTime(nil, n.ExpiraEn()), k...), nil); err != nil {
		return err
	}
	return tx.Bucket(bucketNovedades).Put(k, nil)
}

// novedadOf reads news back from its key.
func novedadOf(carpetaID, clave string) (n documento.Novedad, err error) {
	parts := strings.Split(clave, "#")
	if len(parts) != 3 {
		return n, errDamagedValue
	}
	n = documento.Novedad{Clave: documento.Clave{CarpetaID: carpetaID, DocumentoID: parts[1]}, Tipo: documento.TipoNovedad(parts[2])}
	n.En, err = documento.MomentoDeClave(clave)
	return n, err
}

// Novedades implements documento.Store.
func (s *Store) Novedades(ctx context.Context, c documento.ConsultaNovedades) (ns []documento.Novedad, err error) {
	if err := c.Validar(); err != nil {
		return nil, err
	}
	now := s.clock()
	err = s.view(ctx, "Novedades", func(tx *bolt.Tx) error {
		return walk(tx.Bucket(bucketNovedades), prefixOf(c.CarpetaID), c.Inicio(), false, func(k, _ []byte) (bool, error) {
			n, err := novedadOf(c.CarpetaID, string(k))
			if err == nil && !n.Expirada(now) {
				ns = append(ns, n)
			}
			return len(ns) < c.Limite && ctx.Err() == nil, err
		})
	})
	if err == nil && ctx.Err() != nil {
		err = classify(ctx.Err())
	}
	return ns, err
}

// purgeNovedad forgets news that nobody may ask for any more.
func purgeNovedad(tx *bolt.Tx, k []byte, _ time.Time) error {
	return tx.Bucket(bucketNovedades).Delete(k)
}
