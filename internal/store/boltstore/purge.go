package boltstore

import (
	"bytes"
	"context"
	"log/slog"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

func documentoExpiryKey(d documento.Documento) []byte {
	return append(appendTime(nil, d.ExpiraEn), documentoKey(d.Clave())...)
}

func sagaExpiryKey(e eliminacion.Eliminacion) []byte {
	return append(appendTime(nil, e.ExpiraEn), e.EventoID...)
}

func putExpiry(tx *bolt.Tx, d documento.Documento) error {
	if d.ExpiraEn.IsZero() {
		return nil
	}
	return tx.Bucket(bucketDocumentoExpiry).Put(documentoExpiryKey(d), nil)
}

func removeExpiry(tx *bolt.Tx, d documento.Documento) error {
	if d.ExpiraEn.IsZero() {
		return nil
	}
	return tx.Bucket(bucketDocumentoExpiry).Delete(documentoExpiryKey(d))
}

// kept are the things that are kept for a while: the keys by the end of their retention, and
// what takes one away.
var kept = []struct {
	expiry []byte
	purge  func(tx *bolt.Tx, k []byte, now time.Time) error
}{
	{bucketSagaExpiry, purgeSaga},
	{bucketEntregaExpiry, purgeEntrega},
	{bucketNovedadExpiry, purgeNovedad},
	{bucketEventoExpiry, purgeEvento},
	{bucketCodigoExpiry, purgeCodigo},
}

// purgePause is the pause between two purges, and purgeBatch bounds one transaction.
const (
	purgePause = time.Minute
	purgeBatch = 500
)

// Purge deletes expired items until ctx ends, in small transactions: bbolt has no TTL.
func (s *Store) Purge(ctx context.Context, log *slog.Logger) error {
	for ctx.Err() == nil {
		n, err := s.PurgeExpired(ctx, s.clock(), purgeBatch)
		if err == nil && n == purgeBatch {
			continue
		}
		if err != nil && ctx.Err() == nil {
			log.Warn("purge failed; it goes on at the next turn", "error", err)
		}
		_ = service.Pause(ctx, purgePause) // fails at the end of ctx only
	}
	return nil
}

// PurgeExpired deletes sagas, deliveries, news and events whose retention is over, at most max of
// all together, in one short transaction. Call it again while it returns max. Reads leave
// expired items out anyway. Uploads go with their files: see CargasVencidas.
func (s *Store) PurgeExpired(ctx context.Context, now time.Time, max int) (n int, err error) {
	none := false
	err = s.view(ctx, "PurgarExpirados", func(tx *bolt.Tx) error {
		none = true
		for _, k := range kept {
			none = none && len(expired(tx, k.expiry, now, 1)) == 0
		}
		return nil
	})
	if err != nil || none || max <= 0 {
		return 0, err
	}
	err = classify(s.combiner.write(ctx, func(tx *bolt.Tx) (err error) {
		n = 0 // it may run more than once
		for _, k := range kept {
			var more int
			if more, err = purgeWith(tx, k.expiry, now, max-n, k.purge); err != nil {
				return err
			}
			n += more
		}
		return nil
	}))
	if err != nil {
		return 0, err
	}
	return n, nil
}

// expired lists expired keys, oldest first.
func expired(tx *bolt.Tx, bucket []byte, now time.Time, max int) (ks [][]byte) {
	c := tx.Bucket(bucket).Cursor()
	for k, _ := c.First(); k != nil && len(ks) < max && !timeFrom(k).After(now); k, _ = c.Next() {
		ks = append(ks, bytes.Clone(k))
	}
	return ks
}

func purgeWith(tx *bolt.Tx, bucket []byte, now time.Time, max int, purge func(tx *bolt.Tx, k []byte, now time.Time) error) (int, error) {
	ks := expired(tx, bucket, now, max)
	for _, k := range ks {
		if err := purge(tx, k[timeLength:], now); err != nil {
			return 0, err
		}
		if err := tx.Bucket(bucket).Delete(k); err != nil {
			return 0, err
		}
	}
	return len(ks), nil
}

func purgeSaga(tx *bolt.Tx, k []byte, now time.Time) error {
	v := tx.Bucket(bucketSagas).Get(k)
	if v == nil {
		return nil
	}
	e, err := decodeJSON[eliminacion.Eliminacion](v)
	if err != nil || !e.Expirada(now) {
		return err
	}
	if err := removeIndexes(tx, e); err != nil {
		return err
	}
	return tx.Bucket(bucketSagas).Delete(k)
}
