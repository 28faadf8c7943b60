package hub

import (
	"context"
	"hash/maphash"
	"strconv"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// sentNews remember which news of documents, or looks, were told, for as long as a reading can find
// them again: a number for each. Beyond maxSent they are forgotten, and told twice.
type sentNews struct {
	when map[uint64]int64 // milliseconds
}

const maxSent = 16_384

var seed = maphash.MakeSeed()

// add notes news; false if they were told already.
func (s *sentNews) add(id string, at time.Time) bool {
	key := hashOf(id)
	if _, known := s.when[key]; known {
		return false
	}
	if s.when == nil || len(s.when) >= maxSent {
		s.when = map[uint64]int64{}
	}
	s.when[key] = at.UnixMilli()
	return true
}

// forget drops what is older.
func (s *sentNews) forget(before time.Time) {
	for key, at := range s.when {
		if at < before.UnixMilli() {
			delete(s.when, key)
		}
	}
	if len(s.when) == 0 {
		s.when = nil // a map never shrinks
	}
}

// documents are what happened to the documents of a carpeta since a moment.
func (h *Hub) documents(ctx context.Context, store NewsReader, t Topic, from time.Time, limit int) ([]documento.Novedad, error) {
	r, err := h.readTogether(ctx, t, "d"+strconv.FormatInt(from.UnixMilli(), 36), func(ctx context.Context, r *reading) {
		r.docs, r.err = store.Novedades(ctx, t.CarpetaID, from, limit)
	})
	if err != nil {
		return nil, err
	}
	return r.docs, nil
}
