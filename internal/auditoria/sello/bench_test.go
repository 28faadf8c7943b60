package sello_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

func BenchmarkSeal(b *testing.B) {
	for _, batch := range []int{256, 1024} {
		b.Run(fmt.Sprint(batch), func(b *testing.B) {
			w := newWorld(b, 1000)
			src := &stream{sealed: 1000, batch: batch}
			s := sello.New(sello.Config{Prefix: prefix, Objects: w.Memory, Source: src, Keys: w.keys, Limit: batch, Clock: func() time.Time { return w.clock }})
			b.ResetTimer()
			n := 0
			for b.Loop() {
				sealed, err := s.Step(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				n += sealed
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

// stream always has a batch, whose commitments are computed as they are read.
type stream struct {
	sealed int64
	batch  int
	last   sello.Pending
}

func (s *stream) Pending(context.Context, int) (sello.Pending, error) {
	if s.last.Sealed == s.sealed && s.last.Leaves != nil {
		return s.last, nil
	}
	s.last = sello.Pending{Sealed: s.sealed}
	for i := range s.batch {
		id := fmt.Sprint(s.sealed + int64(i))
		entry := verify.Commit(verify.Salt{1}, []byte(id+strings.Repeat("x", 500)))
		s.last.Leaves = append(s.last.Leaves, sello.Leaf{ID: id, Entry: entry[:], Since: begin})
	}
	return s.last, nil
}

func (s *stream) Sealed(_ context.Context, first int64, ids []string) error {
	s.sealed = first + int64(len(ids))
	return nil
}
