package boltstore

import (
	"context"
	"encoding/json"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// entidadV1 is how an entity is stored. It has the fields of entidad.Entidad, and stops
// compiling when they change.
type entidadV1 struct {
	EntidadID    string               `json:"entidadId"`
	Nombre       string               `json:"nombre"`
	Llaves       string               `json:"llaves,omitempty"`
	LlavesURL    string               `json:"llavesUrl,omitempty"`
	Activa       bool                 `json:"activa"`
	Revocaciones []entidad.Revocacion `json:"revocaciones,omitempty"`
	RegistradaEn time.Time            `json:"registradaEn"`
	ModificadaEn time.Time            `json:"modificadaEn"`
	Version      int64                `json:"version"`
}

// encodeJSON writes a value that is read seldom.
func encodeJSON(v any) ([]byte, error) {
	j, err := json.Marshal(v)
	return append([]byte{version1}, j...), err
}

func decodeJSON(v []byte, into any) error {
	l := openValue(v)
	if l.err != nil {
		return l.err
	}
	return json.Unmarshal(l.b, into)
}

// entidadKey has a first part, as all keys that are walked.
func entidadKey(id string) []byte { return joinKey("", id) }

func readEntidad(tx *bolt.Tx, id string) (entidad.Entidad, error) {
	var e entidadV1
	v := tx.Bucket(bucketEntidades).Get(entidadKey(id))
	if v == nil {
		return entidad.Entidad{}, notFound("la entidad")
	}
	err := decodeJSON(v, &e)
	return entidad.Entidad(e), err
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
func (s *Store) GuardarEntidad(ctx context.Context, e entidad.Entidad, h auditoria.Evento) error {
	return s.tell(ctx, "GuardarEntidad", h, func(tx *bolt.Tx) error {
		stored, err := readEntidad(tx, e.EntidadID)
		if err != nil && fault.CodeOf(err) != fault.NotFound {
			return err
		}
		if stored.Version != e.Version-1 {
			return conflict("La entidad cambió mientras tanto.")
		}
		v, err := encodeJSON(entidadV1(e))
		if err != nil {
			return err
		}
		return tx.Bucket(bucketEntidades).Put(entidadKey(e.EntidadID), v)
	})
}

// Entidades implements entidad.Store.
func (s *Store) Entidades(ctx context.Context, c entidad.Consulta) (es []entidad.Entidad, err error) {
	err = s.view(ctx, "Entidades", func(tx *bolt.Tx) error {
		return walk(tx.Bucket(bucketEntidades), prefixOf(""), c.Desde, c.Descendente, func(_, v []byte) (bool, error) {
			var e entidadV1
			err := decodeJSON(v, &e)
			es = append(es, entidad.Entidad(e))
			return len(es) < c.Limite, err
		})
	})
	return es, err
}
