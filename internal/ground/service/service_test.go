package service_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
)

func TestMain(m *testing.M) { leaks.VerifyMain(m) }

func TestLoopStopWaitsAndRepeats(t *testing.T) {
	ended := false
	l := service.NewLoop("x", func(ctx context.Context) error {
		<-ctx.Done()
		ended = true
		return nil
	})
	if err := l.Stop(t.Context()); err != nil {
		t.Fatal("stop before start:", err)
	}
	if err := l.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := l.Start(t.Context()); err == nil {
		t.Fatal("started twice")
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if err := l.Stop(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if !ended {
		t.Fatal("stop did not wait")
	}
}

// TestLoopOutlivesItsStartContext: the loop keeps the values of the context, and only Stop ends it.
func TestLoopOutlivesItsStartContext(t *testing.T) {
	type key struct{}
	ctx, cancel := context.WithCancel(context.WithValue(t.Context(), key{}, "v"))
	looping := make(chan context.Context, 1)
	l := service.NewLoop("x", func(ctx context.Context) error {
		looping <- ctx
		<-ctx.Done()
		return ctx.Err()
	})
	if err := l.Start(ctx); err != nil {
		t.Fatal(err)
	}
	mine := <-looping
	cancel()
	if mine.Err() != nil || mine.Value(key{}) != "v" {
		t.Errorf("the loop has %v, and the value %v", mine.Err(), mine.Value(key{}))
	}
	if err := l.Stop(t.Context()); err != nil || mine.Err() == nil {
		t.Fatalf("%v; the loop goes on: %v", err, mine.Err() == nil)
	}
}

func TestLoopReportsFailureAndDeadline(t *testing.T) {
	boom := errors.New("boom")
	l := service.NewLoop("x", func(context.Context) error { return boom })
	_ = l.Start(t.Context())
	if err := l.Stop(t.Context()); !errors.Is(err, boom) {
		t.Fatal(err)
	}
	release := make(chan struct{})
	stuck := service.NewLoop("y", func(context.Context) error { <-release; return nil })
	_ = stuck.Start(t.Context())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := stuck.Stop(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	close(release)
	if err := stuck.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// step is a service that writes down its calls.
type step struct {
	name string
	log  *[]string
}

func (s step) Start(context.Context) error { *s.log = append(*s.log, "+"+s.name); return nil }
func (s step) Stop(context.Context) error  { *s.log = append(*s.log, "-"+s.name); return nil }

func TestStackStopsInReverse(t *testing.T) {
	var log []string
	var st service.Stack
	for _, n := range []string{"a", "b", "c"} {
		if err := st.Start(t.Context(), step{n, &log}); err != nil {
			t.Fatal(err)
		}
	}
	_ = st.Stop(t.Context())
	_ = st.Stop(t.Context())
	if want := []string{"+a", "+b", "+c", "-c", "-b", "-a"}; !slices.Equal(log, want) {
		t.Fatal(log)
	}
}
