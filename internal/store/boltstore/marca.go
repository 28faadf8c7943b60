package boltstore

import (
	"context"
	"encoding/json"

	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	bolt "go.etcd.io/bbolt"
)

func readMarca(tx *bolt.Tx, name string) (marca.Marca, error) {
	v := tx.Bucket(bucketMarcas).Get([]byte(name))
	if v == nil {
		return marca.Marca{Nombre: name}, nil
	}
	return marcaOf(name, v)
}

// marcaOf reads a mark back.
func marcaOf(name string, v []byte) (marca.Marca, error) {
	m := marca.Marca{Nombre: name}
	err := json.Unmarshal(v, &m)
	return m, err
}

// LeerMarca implements marca.Store.
func (s *Store) LeerMarca(ctx context.Context, name string) (m marca.Marca, err error) {
	err = s.view(ctx, "LeerMarca", func(tx *bolt.Tx) (err error) {
		m, err = readMarca(tx, name)
		return err
	})
	return m, err
}

// EscribirMarca implements marca.Store.
func (s *Store) EscribirMarca(ctx context.Context, m marca.Marca) (marca.Marca, error) {
	newInstance := m
	newInstance.Token++
	err := s.update(ctx, "EscribirMarca", func(tx *bolt.Tx) error {
		stored, err := readMarca(tx, m.Nombre)
		if err == nil && stored.Token != m.Token {
			err = conflict("Otro proceso escribió la marca.")
		}
		if err != nil {
			return err
		}
		v, err := json.Marshal(newInstance)
		if err != nil {
			return err
		}
		return tx.Bucket(bucketMarcas).Put([]byte(m.Nombre), v)
	})
	return newInstance, err
}
