package boltstore

import (
	"context"
	"encoding/binary"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
)

func encodeCarpeta(c carpeta.Carpeta) []byte {
	b := []byte{version1}
	for _, s := range []string{c.CiudadanoID, c.OperadorID, c.Tipo} {
		b = appendText(b, s)
	}
	b = binary.AppendVarint(b, c.TotalDocumentos)
	return binary.AppendVarint(b, c.Version)
}

func decodeCarpeta(id string, v []byte) (carpeta.Carpeta, error) {
	l := openValue(v)
	c := carpeta.Carpeta{CarpetaID: id, CiudadanoID: l.text(), OperadorID: l.text(), Tipo: l.text(), TotalDocumentos: l.integer(), Version: l.integer()}
	return c, l.err
}

// readCarpeta reports whether there is one.
func readCarpeta(tx *bolt.Tx, id string) (c carpeta.Carpeta, found bool, err error) {
	v := tx.Bucket(bucketCarpetas).Get([]byte(id))
	if v == nil {
		return c, false, nil
	}
	c, err = decodeCarpeta(id, v)
	return c, true, err
}

func putCarpeta(tx *bolt.Tx, c carpeta.Carpeta) error {
	if err := putCenso(tx, c); err != nil {
		return err
	}
	if err := tx.Bucket(bucketCiudadanos).Put(joinKey(c.CiudadanoID, c.CarpetaID), nil); err != nil {
		return err
	}
	return tx.Bucket(bucketCarpetas).Put([]byte(c.CarpetaID), encodeCarpeta(c))
}

// countDocumento changes the total, and the version by one.
func countDocumento(tx *bolt.Tx, c carpeta.Carpeta, delta int64) error {
	c.TotalDocumentos += delta
	c.Version++
	return tx.Bucket(bucketCarpetas).Put([]byte(c.CarpetaID), encodeCarpeta(c))
}

// Carpeta implements carpeta.Store.
func (s *Store) Carpeta(ctx context.Context, carpetaID string) (c carpeta.Carpeta, err error) {
	err = s.view(ctx, "Carpeta", func(tx *bolt.Tx) (err error) {
		c, err = requireCarpeta(tx, carpetaID)
		return err
	})
	return c, err
}

func requireCarpeta(tx *bolt.Tx, id string) (carpeta.Carpeta, error) {
	c, found, err := readCarpeta(tx, id)
	if err == nil && !found {
		err = notFound("la carpeta")
	}
	return c, err
}

// Carpetas implements carpeta.Store.
func (s *Store) Carpetas(ctx context.Context, carpetaIDs []string) (cs []carpeta.Carpeta, err error) {
	err = s.view(ctx, "Carpetas", func(tx *bolt.Tx) (err error) {
		cs, err = readEach(carpetaIDs, func(id string) (carpeta.Carpeta, bool, error) { return readCarpeta(tx, id) })
		return err
	})
	return cs, err
}

// readEach reads each key once and leaves absent ones out.
func readEach[K comparable, V any](ks []K, read func(K) (V, bool, error)) ([]V, error) {
	seen := make(map[K]bool, len(ks))
	vs := make([]V, 0, len(ks))
	for _, k := range ks {
		if seen[k] {
			continue
		}
		seen[k] = true
		v, found, err := read(k)
		if err != nil {
			return nil, err
		}
		if found {
			vs = append(vs, v)
		}
	}
	return vs, nil
}

// CarpetaDeCiudadano implements carpeta.Store.
func (s *Store) CarpetaDeCiudadano(ctx context.Context, ciudadanoID string) (c carpeta.Carpeta, err error) {
	err = s.view(ctx, "CarpetaDeCiudadano", func(tx *bolt.Tx) (err error) {
		id := ""
		err = walk(tx.Bucket(bucketCiudadanos), prefixOf(ciudadanoID), "", false, func(k, _ []byte) (bool, error) {
			id = string(k)
			return false, nil
		})
		if err == nil {
			c, err = requireCarpeta(tx, id)
		}
		return err
	})
	return c, err
}

// CrearCarpeta implements carpeta.Store.
func (s *Store) CrearCarpeta(ctx context.Context, c carpeta.Carpeta) error {
	return s.update(ctx, "CrearCarpeta", func(tx *bolt.Tx) error {
		_, found, err := readCarpeta(tx, c.CarpetaID)
		if err == nil && found {
			err = conflict("La carpeta ya existe.")
		}
		if err != nil {
			return err
		}
		return putCarpeta(tx, c)
	})
}
