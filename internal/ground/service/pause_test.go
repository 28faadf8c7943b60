package service_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

func TestPauseWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		since := time.Now()
		if err := service.Pause(t.Context(), time.Minute); err != nil || time.Since(since) != time.Minute {
			t.Errorf("%v after %v, want nil after a minute", err, time.Since(since))
		}
	})
}

func TestPauseEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		since := time.Now()
		if err := service.Pause(ctx, time.Minute); !errors.Is(err, context.DeadlineExceeded) || time.Since(since) != time.Second {
			t.Errorf("%v after %v, want the context's end after a second", err, time.Since(since))
		}
		if err := service.Pause(ctx, 0); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v, want the context's end: no pause is no excuse to go on", err)
		}
	})
}

func TestPauseEndsWhenWoken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wake := make(chan struct{})
		since := time.Now()
		time.AfterFunc(time.Second, func() { close(wake) })
		if err := service.PauseOr(t.Context(), time.Minute, wake); err != nil || time.Since(since) != time.Second {
			t.Errorf("%v after %v, want nil after a second", err, time.Since(since))
		}
	})
}
