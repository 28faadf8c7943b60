package boltstore

import (
	"context"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// readSaga reports whether there is one that has not expired.
func readSaga(tx *bolt.Tx, id string, now time.Time) (e eliminacion.Eliminacion, found bool, err error) {
	v := tx.Bucket(bucketSagas).Get([]byte(id))
	if v == nil {
		return e, false, nil
	}
	e, err = decodeJSON[eliminacion.Eliminacion](v)
	return e, err == nil && !e.Expirada(now), err
}

func requireSaga(tx *bolt.Tx, id string, now time.Time) (eliminacion.Eliminacion, error) {
	e, found, err := readSaga(tx, id, now)
	if err == nil && !found {
		return eliminacion.Eliminacion{}, notFound("No se encontró la eliminación.")
	}
	return e, err
}

// putSaga writes a saga and its index entries; those of the state before must be
// gone (removeIndexes).
func putSaga(tx *bolt.Tx, e eliminacion.Eliminacion) error {
	v, err := encodeJSON(e)
	if err != nil {
		return err
	}
	if err := tx.Bucket(bucketSagas).Put([]byte(e.EventoID), v); err != nil {
		return err
	}
	for _, i := range indexEntries(e) {
		if err := tx.Bucket(i.bucket).Put(i.key, i.value); err != nil {
			return err
		}
	}
	return nil
}

func removeIndexes(tx *bolt.Tx, e eliminacion.Eliminacion) error {
	for _, i := range indexEntries(e) {
		if err := tx.Bucket(i.bucket).Delete(i.key); err != nil {
			return err
		}
	}
	return nil
}

// replaceSaga replaces a saga by its next form.
func replaceSaga(tx *bolt.Tx, old, newInstance eliminacion.Eliminacion) error {
	if err := removeIndexes(tx, old); err != nil {
		return err
	}
	return putSaga(tx, newInstance)
}

// indexEntry is an index entry of a saga.
type indexEntry struct{ bucket, key, value []byte }

func indexEntries(e eliminacion.Eliminacion) []indexEntry {
	is := []indexEntry{
		{bucketByCarpeta, joinKey(e.CarpetaID, e.ClaveCarpeta()), []byte(e.EventoID)},
		{bucketByOperador, operadorKey(e), nil},
		{bucketByCambio, cambioKey(e), []byte(e.EventoID)},
	}
	if !e.NoAntesDe.IsZero() {
		is = append(is, indexEntry{bucketDue, dueKey(e), dueValue(e)})
	}
	if !e.ExpiraEn.IsZero() {
		is = append(is, indexEntry{bucketSagaExpiry, sagaExpiryKey(e), nil})
	}
	return is
}

// Iniciar implements eliminacion.Store.
func (s *Store) Iniciar(ctx context.Context, e eliminacion.Eliminacion, h auditoria.Evento) error {
	return s.tell(ctx, "Iniciar", h, func(tx *bolt.Tx) error {
		d, found, err := readDocumento(tx, documento.Clave{CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID}, s.clock())
		switch {
		case err != nil:
			return err
		case !found || d.Estado != documento.Procesado || d.Certificado != (e.Paso == eliminacion.Aprobacion) || !e.Recuerdo.De(d.Fila):
			return conflict("El documento no se puede eliminar ahora.")
		case tx.Bucket(bucketSagas).Get([]byte(e.EventoID)) != nil:
			return conflict("La eliminación ya existe.")
		}
		if err := s.move(tx, d, s.lock(d, e)); err != nil {
			return err
		}
		return startSaga(tx, e)
	})
}

// Eliminacion implements eliminacion.Store.
func (s *Store) Eliminacion(ctx context.Context, eventoID string) (e eliminacion.Eliminacion, err error) {
	err = s.view(ctx, "Eliminacion", func(tx *bolt.Tx) (err error) {
		e, err = requireSaga(tx, eventoID, s.clock())
		return err
	})
	return e, err
}

// Eliminaciones implements eliminacion.Store.
func (s *Store) Eliminaciones(ctx context.Context, eventoIDs []string) (es []eliminacion.Eliminacion, err error) {
	now := s.clock()
	err = s.view(ctx, "Eliminaciones", func(tx *bolt.Tx) (err error) {
		es, err = readEach(eventoIDs, func(id string) (eliminacion.Eliminacion, bool, error) { return readSaga(tx, id, now) })
		return err
	})
	return es, err
}

// Guardar implements eliminacion.Store.
func (s *Store) Guardar(ctx context.Context, g eliminacion.Guardado, h auditoria.Evento) error {
	return s.update(ctx, "Guardar", func(tx *bolt.Tx) error {
		old, err := s.follows(tx, g)
		if err != nil {
			return err
		}
		return s.save(tx, old, eliminacion.Cierre{Guardado: g, Hecho: h})
	})
}

// GuardarVarias implements eliminacion.Store. It looks at all of them before it writes one.
func (s *Store) GuardarVarias(ctx context.Context, cs []eliminacion.Cierre) error {
	return s.update(ctx, "GuardarVarias", func(tx *bolt.Tx) error {
		olds := make([]eliminacion.Eliminacion, len(cs))
		for i, c := range cs {
			old, err := s.follows(tx, c.Guardado)
			if err != nil {
				return err
			}
			d, found, err := readDocumento(tx, documento.Clave{CarpetaID: c.Nueva.CarpetaID, DocumentoID: c.Nueva.DocumentoID}, s.clock())
			if err != nil {
				return err
			}
			if c.Efecto == eliminacion.BorrarMetadato && (!found || d.EliminacionID != c.Nueva.EventoID) {
				return conflict("El documento cambió mientras tanto.")
			}
			olds[i] = old
		}
		for i, c := range cs {
			if err := s.save(tx, olds[i], c); err != nil {
				return err
			}
		}
		return nil
	})
}

// follows reads the stored saga that a write changes.
func (s *Store) follows(tx *bolt.Tx, g eliminacion.Guardado) (old eliminacion.Eliminacion, err error) {
	old, err = requireSaga(tx, g.Nueva.EventoID, s.clock())
	if err == nil && old.Secuencia != g.Previa() {
		err = conflict("La eliminación avanzó mientras tanto.")
	}
	return old, err
}

// save writes the next form of a saga, its effect and its events.
func (s *Store) save(tx *bolt.Tx, old eliminacion.Eliminacion, c eliminacion.Cierre) error {
	if err := s.applyEfecto(tx, c.Guardado); err != nil {
		return err
	}
	if err := replaceSaga(tx, old, c.Nueva); err != nil {
		return err
	}
	for _, h := range append(slices.Clone(c.Antes), c.Hecho) {
		if err := s.putEvento(tx, h); err != nil {
			return err
		}
	}
	return nil
}

// applyEfecto does a saga's effect on the document that it locks, if it still does.
func (s *Store) applyEfecto(tx *bolt.Tx, g eliminacion.Guardado) error {
	if g.Efecto == eliminacion.SinEfecto {
		return nil
	}
	k := documento.Clave{CarpetaID: g.Nueva.CarpetaID, DocumentoID: g.Nueva.DocumentoID}
	d, found, err := readDocumento(tx, k, s.clock())
	if err != nil || !found || d.EliminacionID != g.Nueva.EventoID {
		return err
	}
	if g.Efecto == eliminacion.Desbloquear {
		back := s.changed(d)
		back.Estado, back.EstadoPrevio, back.EliminacionID = d.EstadoPrevio, "", ""
		back.PapeleraDesde, back.PapeleraHasta = time.Time{}, time.Time{}
		return s.move(tx, d, back)
	}
	c, found, err := readCarpeta(tx, k.CarpetaID)
	if err != nil {
		return err
	}
	if err := eraseEntrega(tx, d, s.clock()); err != nil {
		return err
	}
	if err := removeDocumento(tx, d); err != nil || !found {
		return err
	}
	listed, inBin := int64(-1), int64(0)
	if d.EnPapelera() {
		listed, inBin = 0, -1
	}
	return countDocumento(tx, c, listed, inBin, carpeta.Uso{}.Menos(d.Uso()))
}

// startSaga writes a new saga where the sweeper finds it.
func startSaga(tx *bolt.Tx, e eliminacion.Eliminacion) error {
	if err := tx.Bucket(bucketOperadores).Put([]byte(e.OperadorID), nil); err != nil {
		return err
	}
	return putSaga(tx, e)
}
