package service

import (
	"context"
	"time"
)

// Pause waits for d. It returns the context's error if that ends first, or has
// ended before.
func Pause(ctx context.Context, d time.Duration) error { return PauseOr(ctx, d, nil) }

// PauseOr is a Pause that something received from wake, or its closing, ends early.
func PauseOr(ctx context.Context, d time.Duration, wake <-chan struct{}) error {
	if err := ctx.Err(); err != nil || d <= 0 {
		return err
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-wake:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
