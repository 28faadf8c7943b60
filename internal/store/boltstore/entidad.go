package boltstore

import (
	"context"
	"encoding/json"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// encodeJSON writes a value that is read seldom.
func encodeJSON(v any) ([]byte, error) {
	j, err := json.Marshal(v)
	return append([]byte{version1}, j...), err
}

func decodeJSON[T any](v []byte) (t T, err error) {
	l := openValue(v)
	if l.err != nil {
		return t, l.err
	}
	err = json.Unmarshal(l.b, &t)
	return t, err
}

// entidadKey has a first part, as all keys that are walked.
func entidadKey(id string) []byte { return joinKey("", id) }

func readEntidad(tx *bolt.Tx, id string) (entidad.Entidad, error) {
	v := tx.Bucket(bucketEntidades).Get(entidadKey(id))
	if v == nil {
		return entidad.Entidad{}, notFound("No se encontró la entidad.")
	}
	return decodeJSON[entidad.Entidad](v)
}

// Entidad implements entidad.Store.
func (s *Store) Entidad(ctx context.Context, entidadID string) (e entidad.Entidad, err error) {
	err = s.view(ctx, "Entidad", func(tx *bolt.Tx) (err error) {
		e, err = readEntidad(tx, entidadID)
		return err
	})
	return e, err
}

// GuardarEntidad implements entidad.Store.
func (s *Store) GuardarEntidad(ctx context.Context, e entidad.Entidad, h auditoria.Evento, propias ...entidad.Propia) error {
	return s.tell(ctx, "GuardarEntidad", h, func(tx *bolt.Tx) error {
		stored, err := readEntidad(tx, e.EntidadID)
		if err != nil && fault.CodeOf(err) != fault.NotFound {
			return err
		}
		if stored.Version != e.Version-1 {
			return conflict("La entidad cambió mientras tanto.")
		}
		v, err := encodeJSON(e)
		if err != nil {
			return err
		}
		owners := tx.Bucket(bucketPropias)
		for _, p := range propias {
			if of := owners.Get([]byte(p)); of != nil && string(of) != e.EntidadID {
				return p.Ajena()
			}
		}
		for _, p := range propias {
			if err := owners.Put([]byte(p), []byte(e.EntidadID)); err != nil {
				return err
			}
		}
		return tx.Bucket(bucketEntidades).Put(entidadKey(e.EntidadID), v)
	})
}

// Entidades implements entidad.Store.
func (s *Store) Entidades(ctx context.Context, c entidad.Consulta) (es []entidad.Entidad, err error) {
	err = s.view(ctx, "Entidades", func(tx *bolt.Tx) error {
		return walk(tx.Bucket(bucketEntidades), prefixOf(""), c.Desde, c.Descendente, func(_, v []byte) (bool, error) {
			e, err := decodeJSON[entidad.Entidad](v)
			es = append(es, e)
			return len(es) < c.Limite, err
		})
	})
	return es, err
}
