package boltstore

import (
	"bytes"
	"context"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// CrearCarga implements documento.Store.
func (s *Store) CrearCarga(ctx context.Context, d documento.Documento, cuota carpeta.Cuota, h auditoria.Evento) error {
	d.Estado = documento.Cargando
	return s.tell(ctx, "CrearCarga", h, func(tx *bolt.Tx) error {
		if tx.Bucket(bucketDocumentos).Get(documentoKey(d.Clave())) != nil {
			return conflict("El documento ya existe.")
		}
		c, err := requireCarpeta(tx, d.CarpetaID)
		if err == nil && c.Uso.Pendientes > 0 {
			err = announcedBefore(tx, d, s.clock())
		}
		switch {
		case err != nil:
			return err
		case !cuota.Admite(c.Uso, d.TamanoBytes):
			return cuota.Excedida(c.Uso, d.TamanoBytes)
		}
		if err := putDocumento(tx, d); err != nil {
			return err
		}
		return countUso(tx, c, d.Uso())
	})
}

// lately is how many uploads of a carpeta may be announced while somebody who looked for the same one announces.
const lately = 200

// announcedBefore is a conflict if one of the newest uploads of the citizen has the content of d.
func announcedBefore(tx *bolt.Tx, d documento.Documento, now time.Time) error {
	if !d.EsPendiente() {
		return nil
	}
	other, found, err := sameContent(tx, d, lately, now)
	if found {
		return fault.Wrap(fault.Conflict, documento.YaAnunciada{Primera: other})
	}
	return err
}

// MismaCarga implements documento.Store.
func (s *Store) MismaCarga(ctx context.Context, carpetaID, hash string, size int64) (d documento.Documento, found bool, err error) {
	d.CarpetaID, d.Hash, d.TamanoBytes = carpetaID, hash, size
	err = s.view(ctx, "MismaCarga", func(tx *bolt.Tx) (err error) {
		d, found, err = sameContent(tx, d, documento.MaxMismas, s.clock())
		return err
	})
	return d, found, err
}

// sameContent looks for the content of d among so many of the newest uploads of its carpeta. It decodes those in which
// the hash stands, and no others: a citizen who announced a hundred had a hundred decoded, three times, with each more.
func sameContent(tx *bolt.Tx, d documento.Documento, most int, now time.Time) (same documento.Documento, found bool, err error) {
	hash, all := []byte(d.Hash), tx.Bucket(bucketDocumentos)
	err = walk(tx.Bucket(bucketCargas), prefixOf(d.CarpetaID), "", true, func(k, _ []byte) (bool, error) {
		most--
		clave := documento.Clave{CarpetaID: d.CarpetaID, DocumentoID: string(k)}
		if !bytes.Contains(all.Get(documentoKey(clave)), hash) {
			return most > 0, nil
		}
		other, there, err := readDocumento(tx, clave, now)
		if found = err == nil && there && other.MismoContenido(d); found {
			same = other
		}
		return most > 0 && !found, err
	})
	return same, found, err
}

// ConfirmarCarga implements documento.Store.
func (s *Store) ConfirmarCarga(ctx context.Context, seen, d documento.Documento, h auditoria.Evento) (final documento.Documento, err error) {
	err = s.tell(ctx, "ConfirmarCarga", h, func(tx *bolt.Tx) (err error) {
		final, err = s.confirm(tx, seen, d)
		return err
	})
	return final, err
}

func (s *Store) confirm(tx *bolt.Tx, seen, d documento.Documento) (documento.Documento, error) {
	stored, err := requireDocumento(tx, d.Clave(), s.clock())
	switch {
	case err != nil:
		return stored, err
	case stored.Estado != documento.Cargando:
		return stored, errNothing
	case stored.TamanoBytes != d.TamanoBytes || !sameWrite(stored, seen):
		return stored, conflict("Otra confirmación de esta carga está en curso, o la carga cambió mientras tanto.")
	}
	c, err := requireCarpeta(tx, d.CarpetaID)
	if err != nil {
		return stored, err
	}
	if err := removeDocumento(tx, stored); err != nil {
		return stored, err
	}
	d.Estado, d.ExpiraEn, d.ReservadaHasta = documento.Procesado, time.Time{}, time.Time{}
	if err := putDocumento(tx, d); err != nil {
		return stored, err
	}
	return d, countDocumento(tx, c, 1, 0, d.Uso().Menos(stored.Uso()))
}

// ReservarCarga implements documento.Store.
func (s *Store) ReservarCarga(ctx context.Context, d documento.Documento, until time.Time) (documento.Documento, error) {
	return s.change(ctx, "ReservarCarga", d, s.clock(), nil, func(next *documento.Documento) {
		if next.ReservadaHasta = until.UTC(); next.ExpiraEn.Before(next.ReservadaHasta) {
			next.ExpiraEn = next.ReservadaHasta
		}
	})
}

// CambiarCarga implements documento.Store.
func (s *Store) CambiarCarga(ctx context.Context, seen, d documento.Documento, h *auditoria.Evento) (documento.Documento, error) {
	now := s.clock()
	if d.Cancelada() {
		now = beforeAllEnds
	}
	return s.change(ctx, "CambiarCarga", seen, now, h, func(next *documento.Documento) {
		kept := *next
		*next = d
		next.Estado, next.TamanoBytes, next.Hash, next.StoragePath = kept.Estado, kept.TamanoBytes, kept.Hash, kept.StoragePath
	})
}

// change writes an upload anew that is as it was seen, and has not expired at a moment.
func (s *Store) change(ctx context.Context, op string, seen documento.Documento, now time.Time, h *auditoria.Evento, edit func(*documento.Documento)) (documento.Documento, error) {
	next := seen
	err := s.tellIfAny(ctx, op, h, func(tx *bolt.Tx) error {
		stored, err := requireDocumento(tx, seen.Clave(), now)
		if err == nil && (!sameCarga(stored, seen) || stored.Partes.ID != seen.Partes.ID) {
			err = conflict("Otra confirmación de esta carga está en curso.")
		}
		if err != nil {
			return err
		}
		if err := removeExpiry(tx, stored); err != nil {
			return err
		}
		next = stored
		edit(&next)
		return putDocumento(tx, next)
	})
	return next, err
}

// putCarga lists an upload by its end, and, if it is of the citizen's own, by its carpeta.
func putCarga(tx *bolt.Tx, d documento.Documento) error {
	if d.EsPendiente() {
		if err := tx.Bucket(bucketCargas).Put(documentoKey(d.Clave()), nil); err != nil {
			return err
		}
	}
	return putExpiry(tx, d)
}

func removeCarga(tx *bolt.Tx, d documento.Documento) error {
	if err := tx.Bucket(bucketCargas).Delete(documentoKey(d.Clave())); err != nil {
		return err
	}
	return removeExpiry(tx, d)
}

// Cargas implements documento.Store.
func (s *Store) Cargas(ctx context.Context, carpetaID, after string, desc bool, limit int) (ps []documento.CargaPendiente, err error) {
	err = s.view(ctx, "Cargas", func(tx *bolt.Tx) error {
		return walk(tx.Bucket(bucketCargas), prefixOf(carpetaID), after, desc, func(k, _ []byte) (bool, error) {
			d, found, err := readDocumento(tx, documento.Clave{CarpetaID: carpetaID, DocumentoID: string(k)}, s.clock())
			if err == nil && found {
				ps = append(ps, documento.CargaPendiente{Fila: d.Fila, ExpiraEn: d.ExpiraEn})
			}
			return len(ps) < limit, err
		})
	})
	return ps, err
}

// sameCarga reports whether an upload still is as it was seen.
func sameCarga(stored, seen documento.Documento) bool {
	return stored.Estado == documento.Cargando && sameWrite(stored, seen) && stored.ExpiraEn.Equal(seen.ExpiraEn)
}

// sameWrite reports whether an upload is reserved, waits for a copy, and was announced last, as it was seen.
func sameWrite(stored, seen documento.Documento) bool {
	return stored.ReservadaHasta.Equal(seen.ReservadaHasta) && stored.CopiaHasta.Equal(seen.CopiaHasta) &&
		stored.FechaUltimaModificacion.Equal(seen.FechaUltimaModificacion)
}

// CargasVencidas implements documento.Store.
func (s *Store) CargasVencidas(ctx context.Context, before time.Time, limit int) (ds []documento.Documento, err error) {
	err = s.view(ctx, "CargasVencidas", func(tx *bolt.Tx) error {
		for _, k := range expired(tx, bucketDocumentoExpiry, before, limit) {
			carpetaID, documentoID, _ := bytes.Cut(k[timeLength:], []byte{0})
			clave := documento.Clave{CarpetaID: string(carpetaID), DocumentoID: string(documentoID)}
			d, err := decodeDocumento(clave, tx.Bucket(bucketDocumentos).Get(k[timeLength:]))
			if err != nil {
				return err
			}
			ds = append(ds, d)
		}
		return nil
	})
	return ds, err
}

// OlvidarCarga implements documento.Store.
func (s *Store) OlvidarCarga(ctx context.Context, d documento.Documento, h *auditoria.Evento) error {
	return s.tellIfAny(ctx, "OlvidarCarga", h, func(tx *bolt.Tx) error {
		v := tx.Bucket(bucketDocumentos).Get(documentoKey(d.Clave()))
		if v == nil {
			return errNothing
		}
		stored, err := decodeDocumento(d.Clave(), v)
		if err == nil && (!sameCarga(stored, d) || !stored.Expirado(s.clock())) {
			err = conflict("La carga cambió mientras tanto.")
		}
		if err != nil {
			return err
		}
		c, found, err := readCarpeta(tx, d.CarpetaID)
		if err != nil {
			return err
		}
		if err := forgetOnce(tx, stored); err != nil {
			return err
		}
		if err := removeDocumento(tx, stored); err != nil || !found {
			return err
		}
		return countUso(tx, c, carpeta.Uso{}.Menos(stored.Uso()))
	})
}
