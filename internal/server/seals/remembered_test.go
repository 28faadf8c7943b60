package seals

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestStrangersAskTheStoreOnce: while the store does not answer, strangers wait for one call, whoever leaves leaves at
// once, and the store is left alone for a moment.
func TestStrangersAskTheStoreOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		m := remember(func(ctx context.Context) ([]byte, error) {
			calls++
			<-ctx.Done()
			return nil, ctx.Err()
		}, time.Now)
		failed := make(chan error, 100)
		for range 100 {
			go func() {
				_, err := m.get(t.Context())
				failed <- err
			}()
		}
		synctest.Wait()
		gone, leave := context.WithCancel(t.Context())
		leave()
		if _, err := m.get(gone); !errors.Is(err, context.Canceled) {
			t.Errorf("who has left waits: %v", err)
		}
		for range 100 {
			if err := <-failed; !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v of a store that does not answer", err)
			}
		}
		if _, err := m.get(t.Context()); err == nil || calls != 1 {
			t.Errorf("%d calls, and %v; want one, and its failure for a while", calls, err)
		}
		time.Sleep(failedFor)
		if _, err := m.get(t.Context()); err == nil || calls != 2 {
			t.Errorf("%d calls, and %v; want a second one", calls, err)
		}
	})
}

// TestAnAnswerToStrangersIsRemembered: one call in its time.
func TestAnAnswerToStrangersIsRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		m := remember(func(context.Context) ([]byte, error) {
			calls++
			return []byte{byte(calls)}, nil
		}, time.Now)
		for at, want := range []byte{1, 1, 2} {
			text, err := m.get(t.Context())
			if err != nil || len(text) != 1 || text[0] != want {
				t.Errorf("question %d: got %v, %v; want the answer of call %d", at, text, err, want)
			}
			time.Sleep(rememberedFor * 3 / 5)
		}
	})
}
