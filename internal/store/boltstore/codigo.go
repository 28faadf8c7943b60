package boltstore

import (
	"context"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

func codigoKey(n codigo.Nombre) []byte { return joinKey(n.CarpetaID, n.ClaveOrden()) }

func readCodigo(tx *bolt.Tx, k []byte, now time.Time) (c codigo.Codigo, err error) {
	v := tx.Bucket(bucketCodigos).Get(k)
	if v == nil {
		return c, fault.Plain(fault.NotFound)
	}
	if c, err = decodeJSON[codigo.Codigo](v); err == nil && c.Expirado(now) {
		return codigo.Codigo{}, fault.Plain(fault.NotFound)
	}
	return c, err
}

func putCodigo(tx *bolt.Tx, c codigo.Codigo) error {
	v, err := encodeJSON(c)
	if err != nil {
		return err
	}
	k := codigoKey(c.Nombre())
	if err := tx.Bucket(bucketCodigoExpiry).Put(append(appendTime(nil, c.ExpiraEn()), k...), nil); err != nil {
		return err
	}
	if err := tx.Bucket(bucketResumenes).Put([]byte(c.Resumen), k); err != nil {
		return err
	}
	return tx.Bucket(bucketCodigos).Put(k, v)
}

func readCupo(tx *bolt.Tx, k documento.Clave) (codigo.Cupo, error) {
	v := tx.Bucket(bucketCupos).Get(documentoKey(k))
	if v == nil {
		return codigo.Cupo{CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID}, nil
	}
	return decodeJSON[codigo.Cupo](v)
}

// Cupo implements codigo.Store.
func (s *Store) Cupo(ctx context.Context, k documento.Clave) (q codigo.Cupo, err error) {
	err = s.view(ctx, "Cupo", func(tx *bolt.Tx) (err error) {
		q, err = readCupo(tx, k)
		return err
	})
	return q, err
}

// CrearCodigo implements codigo.Store.
func (s *Store) CrearCodigo(ctx context.Context, c codigo.Codigo, q codigo.Cupo, h auditoria.Evento) error {
	v, err := encodeJSON(q)
	if err != nil {
		return err
	}
	return s.tell(ctx, "CrearCodigo", h, func(tx *bolt.Tx) error {
		k := c.Nombre().Clave()
		there, err := readCupo(tx, k)
		switch {
		case err != nil:
			return err
		case tx.Bucket(bucketCodigos).Get(codigoKey(c.Nombre())) != nil:
			return errNothing
		case there.Version != q.Version-1:
			return fault.Plain(fault.Conflict)
		}
		if err := tx.Bucket(bucketCupos).Put(documentoKey(k), v); err != nil {
			return err
		}
		return putCodigo(tx, c)
	})
}

// Codigo implements codigo.Store.
func (s *Store) Codigo(ctx context.Context, n codigo.Nombre) (c codigo.Codigo, err error) {
	err = s.view(ctx, "Codigo", func(tx *bolt.Tx) (err error) {
		c, err = readCodigo(tx, codigoKey(n), s.clock())
		return err
	})
	return c, err
}

// CodigoDeResumen implements codigo.Store.
func (s *Store) CodigoDeResumen(ctx context.Context, resumen string) (c codigo.Codigo, err error) {
	err = s.view(ctx, "CodigoDeResumen", func(tx *bolt.Tx) (err error) {
		c, err = readCodigo(tx, tx.Bucket(bucketResumenes).Get([]byte(resumen)), s.clock())
		return err
	})
	return c, err
}

// CodigosDe implements codigo.Store.
func (s *Store) CodigosDe(ctx context.Context, c codigo.Consulta) (all []codigo.Codigo, err error) {
	now := s.clock()
	err = s.view(ctx, "CodigosDe", func(tx *bolt.Tx) error {
		prefix := joinKey(c.CarpetaID, c.Prefijo())
		after := ""
		if c.Desde != "" {
			after = c.Desde[len(c.Prefijo()):]
		}
		return walk(tx.Bucket(bucketCodigos), prefix, after, c.Descendente, func(_, v []byte) (bool, error) {
			x, err := decodeJSON[codigo.Codigo](v)
			if err == nil && !x.Expirado(now) {
				all = append(all, x)
			}
			return len(all) < c.Limite && ctx.Err() == nil, err
		})
	})
	if err == nil && ctx.Err() != nil {
		err = classify(ctx.Err())
	}
	return all, err
}

// UsarCodigo implements codigo.Store.
func (s *Store) UsarCodigo(ctx context.Context, c codigo.Codigo, seen documento.Juridico, now time.Time, h auditoria.Evento) error {
	return s.tell(ctx, "UsarCodigo", h, func(tx *bolt.Tx) error {
		there, err := readCodigo(tx, codigoKey(c.Nombre()), now)
		if err != nil {
			return err
		}
		d, found, err := readDocumento(tx, c.Nombre().Clave(), now)
		switch {
		case err != nil:
			return err
		case there.Estado(now) != codigo.Vigente:
			return fault.Plain(fault.NotFound)
		case !found || d.Estado != documento.Procesado || d.Juridico != seen:
			return conflict("El documento cambió mientras tanto.")
		}
		there.Usos++
		return putCodigo(tx, there)
	})
}

// TerminarCodigo implements codigo.Store.
func (s *Store) TerminarCodigo(ctx context.Context, n codigo.Nombre, now time.Time, h auditoria.Evento) (c codigo.Codigo, err error) {
	err = s.tell(ctx, "TerminarCodigo", h, func(tx *bolt.Tx) error {
		if c, err = readCodigo(tx, codigoKey(n), s.clock()); err != nil {
			return err
		}
		if !c.TerminadoEn.IsZero() {
			return errNothing
		}
		c.TerminadoEn = now
		return putCodigo(tx, c)
	})
	return c, err
}

// purgeCodigo forgets a code that nobody sees any more, and with the last one of a document their places.
func purgeCodigo(tx *bolt.Tx, k []byte, now time.Time) error {
	v := tx.Bucket(bucketCodigos).Get(k)
	if v == nil {
		return nil
	}
	c, err := decodeJSON[codigo.Codigo](v)
	if err != nil || !c.Expirado(now) {
		return err
	}
	if err := tx.Bucket(bucketResumenes).Delete([]byte(c.Resumen)); err != nil {
		return err
	}
	if err := tx.Bucket(bucketCodigos).Delete(k); err != nil {
		return err
	}
	q, err := readCupo(tx, c.Nombre().Clave())
	if err != nil || now.Before(q.ExpiraEn()) {
		return err
	}
	return tx.Bucket(bucketCupos).Delete(documentoKey(c.Nombre().Clave()))
}
