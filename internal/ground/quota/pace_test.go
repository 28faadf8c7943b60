package quota_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// TestPace: what is faster waits, who did little goes first, and the one that would come last is refused.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const burst, most = 5, 20
		p := quota.NewPace(10, burst, most, time.Now)
		start := time.Now()
		begun := make(chan time.Duration, 100)
		refused := make(chan error, 100)
		crowd := func() {
			if err := p.Wait(t.Context(), "crowd", 100); err != nil {
				refused <- err
				return
			}
			begun <- time.Since(start)
		}
		for range burst + 1 + most + 3 { // one more begins before it is known that it is early
			go crowd()
			synctest.Wait()
		}
		if len(begun) != burst+1 || p.Waiting() != most || len(refused) != 3 {
			t.Fatalf("%d begin at once, %d wait, %d are refused", len(begun), p.Waiting(), len(refused))
		}
		if err := <-refused; !errors.Is(err, quota.ErrRefused) {
			t.Error(err)
		}
		since := time.Now()
		if err := p.Wait(t.Context(), "honest", 1); err != nil || time.Since(since) > 100*time.Millisecond {
			t.Errorf("somebody else waits %v (%v)", time.Since(since), err)
		}
		time.Sleep(10 * time.Second)
		for len(begun) > 1 {
			<-begun
		}
		if last := <-begun; last < 1900*time.Millisecond || last > 2200*time.Millisecond { // 19 of the crowd, and the honest one, 10 a second
			t.Errorf("the last begins after %v", last)
		}
		if p.Waiting() != 0 {
			t.Errorf("%d wait for ever", p.Waiting())
		}
	})
}

// TestNoPace: 0 is any number.
func TestNoPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, start := quota.NewPace(0, 0, 1, time.Now), time.Now()
		for range 1000 {
			if err := p.Wait(t.Context(), "a", 1); err != nil {
				t.Fatal(err)
			}
		}
		if d := time.Since(start); d != 0 {
			t.Error(d)
		}
	})
}
