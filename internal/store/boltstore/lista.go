package boltstore

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/entrega"
)

// The keys of a status list: the list itself under listHead, and each marked index with seven digits.
const listHead = "lista"

func statusKey(number int64, entry string) []byte {
	return joinKey(strconv.FormatInt(number, 10), entry)
}

func bitEntry(i int64) string { return fmt.Sprintf("%07d", i) }

// readLista reports whether there is such a list.
func readLista(tx *bolt.Tx, number int64) (l entrega.Lista, found bool, err error) {
	v := tx.Bucket(bucketListas).Get(statusKey(number, listHead))
	if v == nil {
		return l, false, nil
	}
	l, err = decodeJSON[entrega.Lista](v)
	return l, err == nil, err
}

// ContarEnLista implements entrega.Store.
func (s *Store) ContarEnLista(ctx context.Context, number int64, key []byte) (l entrega.Lista, err error) {
	err = s.update(ctx, "ContarEnLista", func(tx *bolt.Tx) error {
		var found bool
		if l, found, err = readLista(tx, number); err != nil {
			return err
		}
		if !found {
			l = entrega.Lista{Numero: number, Llave: key}
		}
		l.Dadas++
		v, err := encodeJSON(l)
		if err != nil {
			return err
		}
		return tx.Bucket(bucketListas).Put(statusKey(number, listHead), v)
	})
	return l, err
}

// ListaDeEstado implements entrega.Store.
func (s *Store) ListaDeEstado(ctx context.Context, number int64) (l entrega.Lista, marked []int64, err error) {
	err = s.view(ctx, "ListaDeEstado", func(tx *bolt.Tx) error {
		var found bool
		if l, found, err = readLista(tx, number); err == nil && !found {
			err = notFound("No se encontró la lista.")
		}
		if err != nil {
			return err
		}
		return walk(tx.Bucket(bucketListas), prefixOf(strconv.FormatInt(number, 10)), "", false, func(k, _ []byte) (bool, error) {
			if string(k) == listHead {
				return true, nil
			}
			i, err := strconv.ParseInt(string(k), 10, 64)
			marked = append(marked, i)
			return ctx.Err() == nil, err
		})
	})
	if err == nil && ctx.Err() != nil {
		err = classify(ctx.Err())
	}
	return l, marked, err
}

// mark sets the bit of a delivery, if it has one.
func mark(tx *bolt.Tx, p entrega.Posicion) error {
	if p.Lista == 0 {
		return nil
	}
	return tx.Bucket(bucketListas).Put(statusKey(p.Lista, bitEntry(p.Indice)), nil)
}

// listEntryOf reads what moves: a list, or an index of it that is marked.
func listEntryOf(k, v []byte) (any, error) {
	if strings.HasSuffix(string(k), listHead) {
		return decodeJSON[entrega.Lista](v)
	}
	number := firstPart(k)
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return nil, errDamagedValue
	}
	i, err := strconv.ParseInt(string(k[min(len(number)+1, len(k)):]), 10, 64)
	return entrega.Posicion{Lista: n, Indice: i}, err
}
