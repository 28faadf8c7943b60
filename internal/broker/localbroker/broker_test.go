package localbroker_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/broker/localbroker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

var silent = slog.New(slog.DiscardHandler)

func command(id string) broker.Message {
	return broker.Message{ID: id, Type: broker.MinioCleanup, Intento: 1, Data: []byte(`{"version":1}`)}
}

func fails(context.Context, broker.Message) error { return fault.New(fault.Unavailable, "x") }

func peek(t *testing.T, b *localbroker.Broker) []broker.DeadLetter {
	t.Helper()
	dead, _, err := b.PeekDead(t.Context(), "minio.cleanup.dlq", broker.MaxPeek)
	if err != nil {
		t.Fatal(err)
	}
	return dead
}

// run serves until the test's bubble ends.
func run(t *testing.T, serve func(context.Context) error) {
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	go func() {
		if err := serve(ctx); err != nil {
			t.Error(err)
		}
	}()
}

// The bubble's clock makes the policy's own delays exact and free.
func TestDelaysOfThePolicy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := localbroker.New(localbroker.Config{Log: silent})
		start := time.Now()
		var at []time.Duration
		run(t, func(ctx context.Context) error {
			return b.Consume(ctx, broker.MinioCleanupQueue, func(ctx context.Context, m broker.Message) error {
				at = append(at, time.Since(start))
				return fails(ctx, m)
			})
		})
		if err := b.Publish(t.Context(), command("1")); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if want := []time.Duration{0, 5 * time.Second, 15 * time.Second}; !slices.Equal(at, want) {
			t.Errorf("attempts at %v, want %v", at, want)
		}
		dead := peek(t, b)
		if len(dead) != 1 {
			t.Fatalf("dead letters %+v, want one", dead)
		}
		if diff := cmp.Diff([]any{3, string(fault.Unavailable)}, []any{dead[0].Message.Intento, dead[0].Reason}); diff != "" {
			t.Errorf("the dead letter's attempt, reason (-want +got):\n%s", diff)
		}
	})
}

func TestDeadLettersAreBoundedAndCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := localbroker.New(localbroker.Config{MaxDead: 2, Retry: broker.RetryPolicy{MaxAttempts: 1}, Log: silent, Prefetch: 1})
		run(t, func(ctx context.Context) error { return b.Consume(ctx, broker.MinioCleanupQueue, fails) })
		for i := range 5 {
			if err := b.Publish(t.Context(), command(fmt.Sprint(i))); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		stats, err := b.DeadLetters(t.Context())
		if err != nil || !slices.Contains(stats, broker.QueueStats{Name: "minio.cleanup.dlq", Messages: 5}) {
			t.Errorf("%+v, %v", stats, err)
		}
		var kept []string
		for _, d := range peek(t, b) {
			kept = append(kept, d.Message.ID)
		}
		if diff := cmp.Diff([]string{"3", "4"}, kept); diff != "" {
			t.Errorf("kept (-want +got):\n%s", diff)
		}
		if _, behind, err := b.PeekDead(t.Context(), "minio.cleanup.dlq", 1); err != nil || behind != 4 {
			t.Errorf("%d behind one, %v: those that are kept no more are missing", behind, err)
		}
	})
}

func TestFullQueueRefuses(t *testing.T) {
	b := localbroker.New(localbroker.Config{MaxQueue: 1})
	if err := b.Publish(t.Context(), command("1")); err != nil {
		t.Fatal(err)
	}
	if err := b.Publish(t.Context(), command("2")); !errors.Is(err, broker.ErrFull) || !fault.Transient(err) {
		t.Errorf("a full queue took it: %v", err)
	}
}

func TestSlowListenerIsToldOfAGap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := localbroker.New(localbroker.Config{MaxEvents: 3})
		release := make(chan struct{})
		var heard []string
		gaps := 0
		run(t, func(ctx context.Context) error {
			return b.Listen(ctx, []string{"#"}, func(m broker.Message) {
				<-release
				heard = append(heard, m.ID)
			}, func() { gaps++ })
		})
		synctest.Wait() // it listens
		for i := range 5 {
			if err := b.Publish(t.Context(), command(fmt.Sprint(i))); err != nil {
				t.Fatal(err)
			}
			synctest.Wait() // the first is in the listener's hands; 1, 2, 3 wait; 4 is too many
		}
		close(release)
		synctest.Wait()
		if gaps != 2 || !slices.Equal(heard, []string{"0", "4"}) {
			t.Errorf("%d gaps, heard %v", gaps, heard)
		}
	})
}

// A timer that outlived Close would keep the bubble from ending.
func TestCloseDropsRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := localbroker.New(localbroker.Config{Log: silent})
		attempts := 0
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		run(t, func(context.Context) error {
			return b.Consume(ctx, broker.MinioCleanupQueue, func(ctx context.Context, m broker.Message) error {
				attempts++
				return fails(ctx, m)
			})
		})
		if err := b.Publish(t.Context(), command("1")); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if attempts != 1 {
			t.Errorf("%d attempts after Close", attempts)
		}
	})
}
