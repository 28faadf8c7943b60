package boltstore

import (
	"context"
	"log/slog"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// purgePause is the pause between two purges, and purgeBatch bounds one transaction.
const (
	purgePause = time.Minute
	purgeBatch = 500
)

// Purge deletes expired items until ctx ends, in small transactions: bbolt has no TTL.
func (s *Store) Purge(ctx context.Context, log *slog.Logger) error {
	for ctx.Err() == nil {
		n, err := s.PurgeExpired(ctx, s.Clock(), purgeBatch)
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

// PurgeExpired deletes items whose end has come, at most max, in one short transaction. Call it again while it returns max.
// Reads leave expired items out anyway. Uploads go with their files: see CargasVencidas.
func (s *Store) PurgeExpired(ctx context.Context, now time.Time, max int) (int, error) {
	return s.engine.PurgeExpired(records.WithOperation(ctx, "PurgarExpirados"), now, max)
}
