package boltstore

import (
	"context"
	"unsafe"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
)

// LimitRead makes the 1 MB of a call smaller, so that a test need not write 64 MB.
func (s *Store) LimitRead(bytes int) { s.perRead = bytes }

// Write runs a raw write through the combiner.
func (s *Store) Write(ctx context.Context, f func(tx *bolt.Tx) error) error {
	return s.update(ctx, "prueba", f)
}

// Note writes a change of a document down.
func (s *Store) Note(ctx context.Context, n documento.Novedad) error {
	return s.Write(ctx, func(tx *bolt.Tx) error { return putNovedad(tx, n) })
}

// LimitLooks makes the bound of a list's work smaller.
func (s *Store) LimitLooks(n int) { s.maxLooks = n }

// Hecho writes an event in a transaction.
func (s *Store) Hecho(ctx context.Context, e auditoria.Evento) error {
	return s.Write(ctx, func(tx *bolt.Tx) error { return s.putEvento(tx, e) })
}

// InFile reports whether a text lies in the file's pages, which change when its transaction has ended.
func (s *Store) InFile(text string) (in bool) {
	_ = s.db.View(func(tx *bolt.Tx) error {
		from, at := s.db.Info().Data, uintptr(unsafe.Pointer(unsafe.StringData(text)))
		in = text != "" && at >= from && at < from+uintptr(tx.Size())
		return nil
	})
	return in
}

// PutEvento is the line of a transaction that writes an event.
func (s *Store) PutEvento(tx *bolt.Tx, e auditoria.Evento) error { return s.putEvento(tx, e) }

// Queued counts the writes that wait for their turn.
func (s *Store) Queued() int {
	s.combiner.mu.Lock()
	defer s.combiner.mu.Unlock()
	return len(s.combiner.queue)
}

// OpenMapped opens a file with an address space.
var OpenMapped = openMapped

// derived are the buckets that say again what others say: another store has its own way to find things.
var derived = append([][]byte{
	bucketMeta, bucketCiudadanos, bucketByCarpeta, bucketByOperador, bucketByCambio, bucketDue, bucketOperadores, bucketDocumentoExpiry,
	bucketSagaExpiry, bucketCenso, bucketNovedadExpiry, bucketCargas, bucketPapelera, bucketEntregaExpiry, bucketEventoIDs, bucketEventosCarpeta,
	bucketEventosCorrel, bucketEventoExpiry, bucketResumenes, bucketCodigoExpiry,
}, orders()...)

func orders() (names [][]byte) {
	for _, name := range orderBuckets {
		names = append(names, name)
	}
	return names
}

// Buckets are those that move, by name, and those that say again what others say.
func Buckets() (moves map[string]cargo.Kind, says []string) {
	moves = map[string]cargo.Kind{}
	for k, m := range moving {
		moves[string(m.bucket)] = k
	}
	for _, name := range derived {
		says = append(says, string(name))
	}
	return moves, says
}

// Buckets are all that the file has.
func (s *Snapshot) Buckets() (names []string) {
	_ = s.tx.ForEach(func(name []byte, _ *bolt.Bucket) error {
		names = append(names, string(name))
		return nil
	})
	return names
}

// EveryKey reads all of the file's pages that are in use.
func (s *Store) EveryKey(ctx context.Context) error {
	return s.view(ctx, "prueba", func(tx *bolt.Tx) error {
		return tx.ForEach(func(_ []byte, b *bolt.Bucket) error {
			return b.ForEach(func(_, _ []byte) error { return nil })
		})
	})
}
