package app

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
)

// TestAFloodOfTokensHoldsNoOtherAddressUp: a thousand made-up tokens of one address wait; a citizen of another address
// comes last and is next.
func TestAFloodOfTokensHoldsNoOtherAddressUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &App{clock: time.Now, cfg: config.Config{Limit: limits.Limits{Verifying: 1}}}
		places := a.verifications()
		order := make(chan string, 1001)
		check := func(address string) {
			leave, err := places(caller.WithPeer(t.Context(), address))
			if err != nil {
				t.Error(err)
				return
			}
			order <- address
			time.Sleep(100 * time.Microsecond) // what a signature takes
			leave()
		}
		for range 1000 {
			go check("192.0.2.1")
		}
		synctest.Wait()
		go check("198.51.100.1")
		time.Sleep(time.Minute)
		synctest.Wait()
		close(order)
		at, n := 0, 0
		for address := range order {
			if n++; address == "198.51.100.1" {
				at = n
			}
		}
		if n != 1001 || at > 3 {
			t.Errorf("of %d signatures the citizen's was checked as number %d, want 2 or 3 of 1001", n, at)
		}
	})
}

// TestVerificationsRest: whatever comes, places for signatures are used for their part of the time.
func TestVerificationsRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &App{clock: time.Now, cfg: config.Config{Limit: limits.Limits{Verifying: 1, VerifyingShare: 25}}}
		places, worked := a.verifications(), time.Duration(0)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		var crowd sync.WaitGroup
		for i := range 64 {
			crowd.Go(func() {
				for ctx.Err() == nil {
					leave, err := places(caller.WithPeer(ctx, fmt.Sprint("192.0.2.", i)))
					if err != nil {
						return // the time is over
					}
					time.Sleep(time.Millisecond)
					worked += time.Millisecond // one at a time: there is one place
					leave()
				}
			})
		}
		crowd.Wait()
		if worked < 2400*time.Millisecond || worked > 2700*time.Millisecond {
			t.Errorf("signatures were checked for %v of 10 s, want a quarter of it", worked)
		}
	})
}
