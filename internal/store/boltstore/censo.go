package boltstore

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
)

// ponCenso enters a carpeta under its operador.
func ponCenso(tx *bolt.Tx, c carpeta.Carpeta) error {
	if c.OperadorID == "" {
		return nil
	}
	return tx.Bucket(cubetaCenso).Put(clave(c.OperadorID, c.CarpetaID), nil)
}

// crearCenso makes what version 3 added, and enters the carpetas of an older file.
func crearCenso(tx *bolt.Tx) error {
	for _, nombre := range [][]byte{cubetaCenso, cubetaMarcas} {
		if _, err := tx.CreateBucketIfNotExists(nombre); err != nil {
			return err
		}
	}
	return tx.Bucket(cubetaCarpetas).ForEach(func(k, v []byte) error {
		c, err := decodificarCarpeta(string(k), v)
		if err != nil {
			return err
		}
		return ponCenso(tx, c)
	})
}

// OperadoresConCarpetas implements carpeta.Censo: it leaps from one operador to the next.
func (s *Store) OperadoresConCarpetas(ctx context.Context) (ops []string, err error) {
	err = s.leer(ctx, "OperadoresConCarpetas", func(tx *bolt.Tx) error {
		c := tx.Bucket(cubetaCenso).Cursor()
		for k, _ := c.First(); k != nil; {
			operador := primeraParte(k)
			ops = append(ops, operador)
			k, _ = c.Seek(append([]byte(operador), 1))
		}
		return nil
	})
	return ops, err
}

// CarpetasDeOperador implements carpeta.Censo.
func (s *Store) CarpetasDeOperador(ctx context.Context, operadorID, desde string, limite int) (ids []string, err error) {
	if limite < 1 {
		return nil, nil
	}
	err = s.leer(ctx, "CarpetasDeOperador", func(tx *bolt.Tx) error {
		return recorrer(tx.Bucket(cubetaCenso), prefijo(operadorID), desde, false, func(k, _ []byte) (bool, error) {
			ids = append(ids, string(k))
			return len(ids) < limite, nil
		})
	})
	return ids, err
}

// CorregirTotal implements carpeta.Censo.
func (s *Store) CorregirTotal(ctx context.Context, vista carpeta.Carpeta, total int64) error {
	return s.escribir(ctx, "CorregirTotal", func(tx *bolt.Tx) error {
		c, err := exigirCarpeta(tx, vista.CarpetaID)
		if err != nil {
			return err
		}
		if c.Version != vista.Version || c.TotalDocumentos != vista.TotalDocumentos {
			return conflicto("La carpeta cambió mientras tanto.")
		}
		c.TotalDocumentos = total
		return tx.Bucket(cubetaCarpetas).Put([]byte(c.CarpetaID), codificarCarpeta(c))
	})
}
