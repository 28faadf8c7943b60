package boltstore

import (
	"cmp"
	"context"
	"encoding/binary"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
)

func encodeCarpeta(c carpeta.Carpeta) []byte {
	b := []byte{version1}
	for _, s := range []string{c.CiudadanoID, c.OperadorID, c.Tipo} {
		b = appendText(b, s)
	}
	for _, n := range []int64{c.TotalDocumentos, c.Version, c.Uso.Bytes, c.Uso.Documentos, c.Uso.Pendientes, c.TotalPapelera} {
		b = binary.AppendVarint(b, n)
	}
	return b
}

func decodeCarpeta(id string, v []byte) (carpeta.Carpeta, error) {
	l := openValue(v)
	c := carpeta.Carpeta{CarpetaID: id, CiudadanoID: l.text(), OperadorID: l.text(), Tipo: l.text(), TotalDocumentos: l.integer(), Version: l.integer()}
	c.Uso = carpeta.Uso{Bytes: l.integer(), Documentos: l.integer(), Pendientes: l.integer()}
	c.TotalPapelera = l.integer()
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

// countDocumento changes the totals, the version by one, and the usage.
func countDocumento(tx *bolt.Tx, c carpeta.Carpeta, delta, bin int64, uso carpeta.Uso) error {
	c.TotalDocumentos, c.TotalPapelera = c.TotalDocumentos+delta, c.TotalPapelera+bin
	c.Version++
	return countUso(tx, c, uso)
}

func countUso(tx *bolt.Tx, c carpeta.Carpeta, uso carpeta.Uso) error {
	c.Uso = c.Uso.Mas(uso)
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
		err = notFound("No se encontró la carpeta.")
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
	err = s.view(ctx, "CarpetaDeCiudadano", func(tx *bolt.Tx) error {
		id, err := carpetaIDOf(tx, ciudadanoID)
		if err == nil {
			c, err = requireCarpeta(tx, id)
		}
		return err
	})
	return c, err
}

// carpetaIDOf is the owner's carpetaId; empty if the owner has none.
func carpetaIDOf(tx *bolt.Tx, ciudadanoID string) (id string, err error) {
	err = walk(tx.Bucket(bucketCiudadanos), prefixOf(ciudadanoID), "", false, func(k, _ []byte) (bool, error) {
		id = string(k)
		return false, nil
	})
	return id, err
}

// AbrirCarpeta implements carpeta.Store.
func (s *Store) AbrirCarpeta(ctx context.Context, c carpeta.Carpeta, h auditoria.Evento) (opened carpeta.Carpeta, err error) {
	err = s.tell(ctx, "AbrirCarpeta", h, func(tx *bolt.Tx) (err error) {
		opened, err = openCarpeta(tx, c)
		return err
	})
	return opened, err
}

// openCarpeta writes c, unless its owner has a carpeta: then it returns that one, and errNothing.
func openCarpeta(tx *bolt.Tx, c carpeta.Carpeta) (carpeta.Carpeta, error) {
	id, err := carpetaIDOf(tx, c.CiudadanoID)
	if err != nil {
		return carpeta.Carpeta{}, err
	}
	if id != "" {
		c, err := requireCarpeta(tx, id)
		return c, cmp.Or(err, errNothing)
	}
	_, taken, err := readCarpeta(tx, c.CarpetaID)
	if err == nil && taken {
		err = conflict("La carpeta ya existe.")
	}
	if err != nil {
		return carpeta.Carpeta{}, err
	}
	return c, putCarpeta(tx, c)
}
