package boltstore

import (
	"context"
	"encoding/json"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/store/marca"
	bolt "go.etcd.io/bbolt"
)

// marcaV1 is how a mark is stored.
type marcaV1 struct {
	NewToken int64           `json:"token"`
	Dueno    string          `json:"dueno"`
	Hasta    time.Time       `json:"hasta,omitzero"`
	Datos    json.RawMessage `json:"datos,omitempty"`
}

func readMarca(tx *bolt.Tx, name string) (marca.Marca, error) {
	v := tx.Bucket(bucketMarcas).Get([]byte(name))
	if v == nil {
		return marca.Marca{Nombre: name}, nil
	}
	return marcaOf(name, v)
}

// marcaOf reads a mark back.
func marcaOf(name string, v []byte) (marca.Marca, error) {
	var g marcaV1
	err := json.Unmarshal(v, &g)
	return marca.Marca{Nombre: name, Token: g.NewToken, Dueno: g.Dueno, Hasta: g.Hasta, Datos: g.Datos}, err
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
		v, err := json.Marshal(marcaV1{newInstance.Token, newInstance.Dueno, newInstance.Hasta, newInstance.Datos})
		if err != nil {
			return err
		}
		return tx.Bucket(bucketMarcas).Put([]byte(m.Nombre), v)
	})
	return newInstance, err
}
