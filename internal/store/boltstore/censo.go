package boltstore

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
)

// putCenso enters a carpeta under its operador.
func putCenso(tx *bolt.Tx, c carpeta.Carpeta) error {
	if c.OperadorID == "" {
		return nil
	}
	return tx.Bucket(bucketCenso).Put(joinKey(c.OperadorID, c.CarpetaID), nil)
}

// OperadoresConCarpetas implements carpeta.Censo: it leaps from one operador to the next.
func (s *Store) OperadoresConCarpetas(ctx context.Context) (ops []string, err error) {
	err = s.view(ctx, "OperadoresConCarpetas", func(tx *bolt.Tx) error {
		c := tx.Bucket(bucketCenso).Cursor()
		for k, _ := c.First(); k != nil; {
			operador := firstPart(k)
			ops = append(ops, operador)
			k, _ = c.Seek(append([]byte(operador), 1))
		}
		return nil
	})
	return ops, err
}

// CarpetasDeOperador implements carpeta.Censo.
func (s *Store) CarpetasDeOperador(ctx context.Context, operadorID, after string, limit int) (ids []string, err error) {
	if limit < 1 {
		return nil, nil
	}
	err = s.view(ctx, "CarpetasDeOperador", func(tx *bolt.Tx) error {
		return walk(tx.Bucket(bucketCenso), prefixOf(operadorID), after, false, func(k, _ []byte) (bool, error) {
			ids = append(ids, string(k))
			return len(ids) < limit, nil
		})
	})
	return ids, err
}

// CorregirTotal implements carpeta.Censo.
func (s *Store) CorregirTotal(ctx context.Context, seen carpeta.Carpeta, total, bin int64, h auditoria.Evento) error {
	return s.correct(ctx, "CorregirTotal", seen, h, func(c *carpeta.Carpeta) error {
		c.TotalDocumentos, c.TotalPapelera = total, bin
		return nil
	})
}

// CorregirUso implements carpeta.Censo.
func (s *Store) CorregirUso(ctx context.Context, seen carpeta.Carpeta, uso carpeta.Uso, h auditoria.Evento) error {
	return s.correct(ctx, "CorregirUso", seen, h, func(c *carpeta.Carpeta) error {
		if c.Uso != seen.Uso {
			return errChanged()
		}
		c.Uso = uso
		return nil
	})
}

func errChanged() error { return conflict("La carpeta cambió mientras tanto.") }

// correct changes a carpeta that still is as it was seen.
func (s *Store) correct(ctx context.Context, op string, seen carpeta.Carpeta, h auditoria.Evento, change func(*carpeta.Carpeta) error) error {
	return s.tell(ctx, op, h, func(tx *bolt.Tx) error {
		c, err := requireCarpeta(tx, seen.CarpetaID)
		if err == nil && (c.Version != seen.Version || c.TotalDocumentos != seen.TotalDocumentos || c.TotalPapelera != seen.TotalPapelera) {
			err = errChanged()
		}
		if err == nil {
			err = change(&c)
		}
		if err != nil {
			return err
		}
		return tx.Bucket(bucketCarpetas).Put([]byte(c.CarpetaID), encodeCarpeta(c))
	})
}
