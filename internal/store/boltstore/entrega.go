package boltstore

import (
	"cmp"
	"context"
	"errors"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

func entregaKey(n entrega.Nombre) []byte { return joinKey(n.EntidadID, n.EntregaID) }

func onceKey(d documento.Documento) []byte {
	return joinKey(d.CarpetaID, d.Hash+"#"+d.EmisorID)
}

func entregaExpiryKey(e entrega.Entrega) []byte {
	return append(appendTime(nil, e.ExpiraEn), entregaKey(e.Nombre())...)
}

// readEntrega reports whether there is one that has not expired.
func readEntrega(tx *bolt.Tx, n entrega.Nombre, now time.Time) (e entrega.Entrega, found bool, err error) {
	v := tx.Bucket(bucketEntregas).Get(entregaKey(n))
	if v == nil {
		return e, false, nil
	}
	e, err = decodeJSON[entrega.Entrega](v)
	return e, err == nil && !e.Expirada(now), err
}

func putEntrega(tx *bolt.Tx, e entrega.Entrega) error {
	v, err := encodeJSON(e)
	if err != nil {
		return err
	}
	if !e.ExpiraEn.IsZero() {
		if err := tx.Bucket(bucketEntregaExpiry).Put(entregaExpiryKey(e), nil); err != nil {
			return err
		}
	}
	return tx.Bucket(bucketEntregas).Put(entregaKey(e.Nombre()), v)
}

// replaceEntrega writes a stored delivery anew.
func replaceEntrega(tx *bolt.Tx, old, next entrega.Entrega) error {
	if !old.ExpiraEn.IsZero() {
		if err := tx.Bucket(bucketEntregaExpiry).Delete(entregaExpiryKey(old)); err != nil {
			return err
		}
	}
	return putEntrega(tx, next)
}

// CrearEntrega implements entrega.Store.
func (s *Store) CrearEntrega(ctx context.Context, e entrega.Entrega, d documento.Documento, cuota carpeta.Cuota, h auditoria.Evento) (first entrega.Entrega, err error) {
	d.Estado = documento.Cargando
	err = s.tell(ctx, "CrearEntrega", h, func(tx *bolt.Tx) error {
		var found bool
		if first, found, err = s.earlier(tx, d); err != nil || found {
			return cmp.Or(err, errNothing)
		}
		if tx.Bucket(bucketDocumentos).Get(documentoKey(d.Clave())) != nil {
			return conflict("El documento ya existe.")
		}
		c, err := requireCarpeta(tx, d.CarpetaID)
		switch {
		case err != nil:
			return err
		case !cuota.Admite(c.Uso, d.TamanoBytes):
			return cuota.Excedida(c.Uso, d.TamanoBytes)
		}
		first = e
		if err := putDocumento(tx, d); err != nil {
			return err
		}
		if err := tx.Bucket(bucketEntregaOnce).Put(onceKey(d), []byte(d.DocumentoID)); err != nil {
			return err
		}
		if err := putEntrega(tx, e); err != nil {
			return err
		}
		return countUso(tx, c, d.Uso())
	})
	return first, err
}

// earlier is the delivery of the same content that is still there. Where only its end has passed, that is a conflict.
func (s *Store) earlier(tx *bolt.Tx, d documento.Documento) (e entrega.Entrega, found bool, err error) {
	id := tx.Bucket(bucketEntregaOnce).Get(onceKey(d))
	if id == nil {
		return e, false, nil
	}
	k := documento.Clave{CarpetaID: d.CarpetaID, DocumentoID: string(id)}
	first, found, err := readDocumento(tx, k, beforeAllEnds)
	switch {
	case err != nil || !found || first.Cancelada():
		return e, false, err
	case first.Expirado(s.clock()):
		return e, false, fault.Wrap(fault.Conflict, documento.YaAnunciada{Primera: first})
	}
	return readEntrega(tx, entrega.Nombre{EntidadID: d.EmisorID, EntregaID: k.DocumentoID}, s.clock())
}

// ConfirmarEntrega implements entrega.Store.
func (s *Store) ConfirmarEntrega(ctx context.Context, c entrega.Confirmada, h auditoria.Evento, mas ...auditoria.Evento) (final documento.Documento, err error) {
	err = s.tell(ctx, "ConfirmarEntrega", h, func(tx *bolt.Tx) error {
		old, err := s.requireEntrega(tx, c.Entrega.Nombre())
		if err == nil && c.Reemplaza != nil {
			_, _, err = s.correctable(tx, c.Reemplaza.Correccion)
		}
		if errors.Is(err, fault.Conflict) {
			err = fault.Wrap(fault.Conflict, entrega.Corregida{})
		}
		if err != nil {
			return err
		}
		if final, err = s.confirm(tx, c.Visto, c.Documento); err != nil {
			return err
		}
		if err := replaceEntrega(tx, old, c.Entrega); err != nil {
			return err
		}
		for _, h := range mas {
			if err := s.putEvento(tx, h); err != nil {
				return err
			}
		}
		if c.Reemplaza == nil {
			return nil
		}
		if err := s.correctEntrega(tx, c.Reemplaza.Correccion); err != nil {
			return err
		}
		return s.putEvento(tx, c.Reemplaza.Hecho)
	})
	return final, err
}

func (s *Store) requireEntrega(tx *bolt.Tx, n entrega.Nombre) (entrega.Entrega, error) {
	e, found, err := readEntrega(tx, n, s.clock())
	if err == nil && !found {
		err = notFound("No se encontró la entrega.")
	}
	return e, err
}

// eraseEntrega says of the delivery of a document, if it was delivered, that it is erased.
func eraseEntrega(tx *bolt.Tx, d documento.Documento, now time.Time) error {
	if err := forgetOnce(tx, d); err != nil {
		return err
	}
	e, found, err := readEntrega(tx, entrega.Nombre{EntidadID: d.EmisorID, EntregaID: d.DocumentoID}, now)
	if err != nil || !found {
		return err
	}
	return replaceEntrega(tx, e, e.AlEliminar(now))
}

// forgetOnce lets the content of a document be delivered again.
func forgetOnce(tx *bolt.Tx, d documento.Documento) error {
	if d.EsEntregado() && string(tx.Bucket(bucketEntregaOnce).Get(onceKey(d))) == d.DocumentoID {
		return tx.Bucket(bucketEntregaOnce).Delete(onceKey(d))
	}
	return nil
}

// Entrega implements entrega.Store.
func (s *Store) Entrega(ctx context.Context, n entrega.Nombre) (e entrega.Entrega, err error) {
	err = s.view(ctx, "Entrega", func(tx *bolt.Tx) (err error) {
		e, err = s.requireEntrega(tx, n)
		return err
	})
	if err != nil {
		return entrega.Entrega{}, err
	}
	return e, nil
}

// Entregas implements entrega.Store.
func (s *Store) Entregas(ctx context.Context, ns []entrega.Nombre) (es []entrega.Entrega, err error) {
	now := s.clock()
	err = s.view(ctx, "Entregas", func(tx *bolt.Tx) (err error) {
		es, err = readEach(ns, func(n entrega.Nombre) (entrega.Entrega, bool, error) { return readEntrega(tx, n, now) })
		return err
	})
	return es, err
}

// EntregasDe implements entrega.Store.
func (s *Store) EntregasDe(ctx context.Context, c entrega.Consulta) (es []entrega.Entrega, err error) {
	now := s.clock()
	err = s.view(ctx, "EntregasDe", func(tx *bolt.Tx) error {
		return walk(tx.Bucket(bucketEntregas), prefixOf(c.EntidadID), c.Desde, c.Descendente, func(k, _ []byte) (bool, error) {
			e, found, err := readEntrega(tx, entrega.Nombre{EntidadID: c.EntidadID, EntregaID: string(k)}, now)
			if found {
				es = append(es, e)
			}
			return len(es) < c.Limite && ctx.Err() == nil, err
		})
	})
	if err == nil && ctx.Err() != nil {
		err = classify(ctx.Err())
	}
	return es, err
}

// DocumentoDeHash implements entrega.Store.
func (s *Store) DocumentoDeHash(ctx context.Context, carpetaID, hash, entidadID string) (n entrega.Nombre, err error) {
	err = s.view(ctx, "DocumentoDeHash", func(tx *bolt.Tx) error {
		prefix := joinKey(carpetaID, hash+"#")
		return walk(tx.Bucket(bucketEntregaOnce), prefix, "", false, func(k, v []byte) (bool, error) {
			if entidadID != "" && string(k) != entidadID {
				return true, nil
			}
			n = entrega.Nombre{EntidadID: string(k), EntregaID: string(v)}
			return false, nil
		})
	})
	if err == nil && n.EntregaID == "" {
		err = fault.Plain(fault.NotFound)
	}
	return n, err
}

func purgeEntrega(tx *bolt.Tx, k []byte, now time.Time) error {
	v := tx.Bucket(bucketEntregas).Get(k)
	if v == nil {
		return nil
	}
	if e, err := decodeJSON[entrega.Entrega](v); err != nil || !e.Expirada(now) {
		return err
	}
	return tx.Bucket(bucketEntregas).Delete(k)
}
