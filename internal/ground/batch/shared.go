package batch

import (
	"context"
	"fmt"
	"runtime/debug"

	"golang.org/x/sync/singleflight"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Shared does one thing for all who ask for it at a time, by key. The zero value is ready.
type Shared[V any] struct{ under singleflight.Group }

// Do joins what is under way for a key, or begins it. It does not end with whoever began it, because others wait for it:
// f bounds its own time. Whoever has none left leaves, with UNAVAILABLE.
func (s *Shared[V]) Do(ctx context.Context, key string, f func(context.Context) (V, error)) (v V, err error) {
	done := s.under.DoChan(key, func() (v any, err error) {
		defer func() { // in a goroutine of nobody: it would end the process
			if p := recover(); p != nil {
				err = fault.Wrap(fault.Internal, fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
			}
		}()
		return f(context.WithoutCancel(ctx))
	})
	select {
	case r := <-done:
		v, _ = r.Val.(V)
		return v, r.Err
	case <-ctx.Done():
		return v, fault.Wrap(fault.Unavailable, ctx.Err())
	}
}
