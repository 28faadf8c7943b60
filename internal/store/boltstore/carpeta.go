package boltstore

import (
	"context"
	"encoding/binary"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
)

func codificarCarpeta(c carpeta.Carpeta) []byte {
	b := []byte{version1}
	for _, s := range []string{c.CiudadanoID, c.OperadorID, c.Tipo} {
		b = ponTexto(b, s)
	}
	b = binary.AppendVarint(b, c.TotalDocumentos)
	return binary.AppendVarint(b, c.Version)
}

func decodificarCarpeta(id string, v []byte) (carpeta.Carpeta, error) {
	l := abrir(v)
	c := carpeta.Carpeta{CarpetaID: id, CiudadanoID: l.texto(), OperadorID: l.texto(), Tipo: l.texto(), TotalDocumentos: l.entero(), Version: l.entero()}
	return c, l.err
}

// leerCarpeta reports whether there is one.
func leerCarpeta(tx *bolt.Tx, id string) (c carpeta.Carpeta, hay bool, err error) {
	v := tx.Bucket(cubetaCarpetas).Get([]byte(id))
	if v == nil {
		return c, false, nil
	}
	c, err = decodificarCarpeta(id, v)
	return c, true, err
}

func ponCarpeta(tx *bolt.Tx, c carpeta.Carpeta) error {
	if err := ponCenso(tx, c); err != nil {
		return err
	}
	if err := tx.Bucket(cubetaCiudadanos).Put(clave(c.CiudadanoID, c.CarpetaID), nil); err != nil {
		return err
	}
	return tx.Bucket(cubetaCarpetas).Put([]byte(c.CarpetaID), codificarCarpeta(c))
}

// contar changes the total, and the version by one.
func contar(tx *bolt.Tx, c carpeta.Carpeta, cambio int64) error {
	c.TotalDocumentos += cambio
	c.Version++
	return tx.Bucket(cubetaCarpetas).Put([]byte(c.CarpetaID), codificarCarpeta(c))
}

// Carpeta implements carpeta.Store.
func (s *Store) Carpeta(ctx context.Context, carpetaID string) (c carpeta.Carpeta, err error) {
	err = s.leer(ctx, "Carpeta", func(tx *bolt.Tx) (err error) {
		c, err = exigirCarpeta(tx, carpetaID)
		return err
	})
	return c, err
}

func exigirCarpeta(tx *bolt.Tx, id string) (carpeta.Carpeta, error) {
	c, hay, err := leerCarpeta(tx, id)
	if err == nil && !hay {
		err = noEncontrado("la carpeta")
	}
	return c, err
}

// Carpetas implements carpeta.Store.
func (s *Store) Carpetas(ctx context.Context, carpetaIDs []string) (cs []carpeta.Carpeta, err error) {
	err = s.leer(ctx, "Carpetas", func(tx *bolt.Tx) (err error) {
		cs, err = leerVarias(carpetaIDs, func(id string) (carpeta.Carpeta, bool, error) { return leerCarpeta(tx, id) })
		return err
	})
	return cs, err
}

// leerVarias reads each key once and leaves absent ones out.
func leerVarias[K comparable, V any](ks []K, leer func(K) (V, bool, error)) ([]V, error) {
	vistas := make(map[K]bool, len(ks))
	vs := make([]V, 0, len(ks))
	for _, k := range ks {
		if vistas[k] {
			continue
		}
		vistas[k] = true
		v, hay, err := leer(k)
		if err != nil {
			return nil, err
		}
		if hay {
			vs = append(vs, v)
		}
	}
	return vs, nil
}

// CarpetaDeCiudadano implements carpeta.Store.
func (s *Store) CarpetaDeCiudadano(ctx context.Context, ciudadanoID string) (c carpeta.Carpeta, err error) {
	err = s.leer(ctx, "CarpetaDeCiudadano", func(tx *bolt.Tx) (err error) {
		id := ""
		err = recorrer(tx.Bucket(cubetaCiudadanos), prefijo(ciudadanoID), "", false, func(k, _ []byte) (bool, error) {
			id = string(k)
			return false, nil
		})
		if err == nil {
			c, err = exigirCarpeta(tx, id)
		}
		return err
	})
	return c, err
}

// CrearCarpeta implements carpeta.Store.
func (s *Store) CrearCarpeta(ctx context.Context, c carpeta.Carpeta) error {
	return s.escribir(ctx, "CrearCarpeta", func(tx *bolt.Tx) error {
		_, hay, err := leerCarpeta(tx, c.CarpetaID)
		if err == nil && hay {
			err = conflicto("La carpeta ya existe.")
		}
		if err != nil {
			return err
		}
		return ponCarpeta(tx, c)
	})
}
