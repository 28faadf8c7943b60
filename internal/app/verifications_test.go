package app

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// TestAFloodOfTokensHoldsNoOtherAddressUp: a thousand made-up tokens of one address wait; a citizen of another address
// comes last and is next.
func TestAFloodOfTokensHoldsNoOtherAddressUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := verifications()
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
