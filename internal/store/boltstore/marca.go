package boltstore

import (
	"context"
	"encoding/json"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

// marcaV1 is how a mark is stored.
type marcaV1 struct {
	Token int64           `json:"token"`
	Dueno string          `json:"dueno"`
	Hasta time.Time       `json:"hasta,omitzero"`
	Datos json.RawMessage `json:"datos,omitempty"`
}

func leerMarca(tx *bolt.Tx, nombre string) (reconciliacion.Marca, error) {
	m := reconciliacion.Marca{Nombre: nombre}
	v := tx.Bucket(cubetaMarcas).Get([]byte(nombre))
	if v == nil {
		return m, nil
	}
	var g marcaV1
	if err := json.Unmarshal(v, &g); err != nil {
		return m, err
	}
	m.Token, m.Dueno, m.Hasta, m.Datos = g.Token, g.Dueno, g.Hasta, g.Datos
	return m, nil
}

// LeerMarca implements reconciliacion.Marcas.
func (s *Store) LeerMarca(ctx context.Context, nombre string) (m reconciliacion.Marca, err error) {
	err = s.leer(ctx, "LeerMarca", func(tx *bolt.Tx) (err error) {
		m, err = leerMarca(tx, nombre)
		return err
	})
	return m, err
}

// EscribirMarca implements reconciliacion.Marcas.
func (s *Store) EscribirMarca(ctx context.Context, m reconciliacion.Marca) (reconciliacion.Marca, error) {
	nueva := m
	nueva.Token++
	err := s.escribir(ctx, "EscribirMarca", func(tx *bolt.Tx) error {
		hay, err := leerMarca(tx, m.Nombre)
		if err == nil && hay.Token != m.Token {
			err = conflicto("Otro proceso escribió la marca.")
		}
		if err != nil {
			return err
		}
		v, err := json.Marshal(marcaV1{nueva.Token, nueva.Dueno, nueva.Hasta, nueva.Datos})
		if err != nil {
			return err
		}
		return tx.Bucket(cubetaMarcas).Put([]byte(m.Nombre), v)
	})
	return nueva, err
}
