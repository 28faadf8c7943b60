package boltstore

import (
	"fmt"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
)

// moving says how each kind is read that another store takes. The other buckets say again what these say; a test has
// their names.
var moving = map[cargo.Kind]struct {
	bucket []byte
	read   func(k, v []byte) (any, error)
}{
	cargo.Carpetas: {bucketCarpetas, func(k, v []byte) (any, error) { return decodeCarpeta(string(k), v) }},
	cargo.Documentos: {bucketDocumentos, func(k, v []byte) (any, error) {
		return decodeDocumento(claveOf(k), v)
	}},
	cargo.Eliminaciones: {bucketSagas, func(_, v []byte) (any, error) { return decodeJSON[eliminacion.Eliminacion](v) }},
	cargo.Novedades: {bucketNovedades, func(k, _ []byte) (any, error) {
		id := firstPart(k)
		return novedadOf(id, string(k[len(id)+1:]))
	}},
	cargo.Marcas:    {bucketMarcas, func(k, v []byte) (any, error) { return marcaOf(string(k), v) }},
	cargo.Entidades: {bucketEntidades, func(_, v []byte) (any, error) { return decodeJSON[entidad.Entidad](v) }},
	cargo.Propias: {bucketPropias, func(k, v []byte) (any, error) {
		return cargo.Propia{Propia: entidad.Propia(k), EntidadID: string(v)}, nil
	}},
	cargo.Tipos:    {bucketTipos, func(_, v []byte) (any, error) { return decodeJSON[tipo.Tipo](v) }},
	cargo.Entregas: {bucketEntregas, func(_, v []byte) (any, error) { return decodeJSON[entrega.Entrega](v) }},
	cargo.Onces:    {bucketEntregaOnce, func(k, v []byte) (any, error) { return onceOf(k, v) }},
	cargo.Listas:   {bucketListas, listEntryOf},
	cargo.Codigos:  {bucketCodigos, func(_, v []byte) (any, error) { return decodeJSON[codigo.Codigo](v) }},
	cargo.Cupos:    {bucketCupos, func(_, v []byte) (any, error) { return decodeJSON[codigo.Cupo](v) }},
	cargo.Eventos:  {bucketEventos, func(k, v []byte) (any, error) { return decodeEvento(k, v) }},
	cargo.Actas: {bucketActas, func(k, v []byte) (any, error) {
		id := firstPart(k)
		a, err := decodeActa(k[len(id)+1:], v)
		return cargo.Acta{OperadorID: id, Acta: a}, err
	}},
	cargo.Rezagados: {bucketRezagados, func(k, v []byte) (any, error) {
		id, l := firstPart(k), openValue(v)
		r := cargo.Rezagado{OperadorID: id, EventoID: string(k[len(id)+1:]), Numero: l.integer()}
		return r, l.err
	}},
	cargo.Embargos: {bucketEmbargos, func(k, v []byte) (any, error) { return embargosOf(string(k), v) }},
}

func claveOf(k []byte) documento.Clave {
	id := firstPart(k)
	return documento.Clave{CarpetaID: id, DocumentoID: string(k[min(len(id)+1, len(k)):])}
}

func onceOf(k, v []byte) (u cargo.Once, err error) {
	id := firstPart(k)
	hash, entidadID, found := strings.Cut(string(k[min(len(id)+1, len(k)):]), "#")
	if !found {
		return u, errDamagedValue
	}
	return cargo.Once{CarpetaID: id, Hash: hash, EntidadID: entidadID, DocumentoID: string(v)}, nil
}

// Version grows with every write into the file.
func (s *Snapshot) Version() int { return s.tx.ID() }

// Count is how many values of a kind there are. Of a damaged file Each says so.
func (s *Snapshot) Count(k cargo.Kind) (n int) {
	_ = s.db.guard(func() error {
		n = s.tx.Bucket(moving[k].bucket).Stats().KeyN
		return nil
	})
	return n
}

// Each tells every value of a kind, in the order of their keys.
func (s *Snapshot) Each(k cargo.Kind, f func(v any) error) error {
	m := moving[k]
	return s.db.guard(func() error {
		return s.tx.Bucket(m.bucket).ForEach(func(key, value []byte) error {
			v, err := m.read(key, value)
			if err != nil {
				return fmt.Errorf("%s, %q: %w", k, key, err)
			}
			return f(v)
		})
	})
}
