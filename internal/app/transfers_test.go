package app

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// TestTransferPlaces: of one carpeta and of all. Without a bound one link took every descriptor
// of the process, by two connections of HTTP/2.
func TestTransferPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		enter := transferPlaces(2, 3, time.Second)
		var leave []func()
		for i, c := range []struct {
			carpeta string
			want    fault.Code
		}{{"a", ""}, {"a", ""}, {"a", fault.Unavailable}, {"b", ""}, {"c", fault.Unavailable}} {
			give, full := enter(t.Context(), c.carpeta)
			if full == nil {
				leave = append(leave, give)
			}
			if full != nil && (full.Code != c.want || full.Espera == 0) || (full == nil) != (c.want == "") {
				t.Errorf("transfer %d: %+v", i, full)
			}
		}
		for _, give := range leave {
			give()
			give() // counts once
		}
		for i := range 3 {
			if _, full := enter(t.Context(), fmt.Sprint(i)); full != nil {
				t.Error("a place did not come back:", full)
			}
		}
	})
}

// TestTransfersWait: a page that shows many pictures gets all of them, and nobody takes more
// places than its own. Those who wait are bounded too.
func TestTransfersWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		enter := transferPlaces(2, 10, time.Minute)
		var mu sync.Mutex
		inside, most, served, refused := 0, 0, 0, 0
		for range 20 {
			go func() {
				leave, full := enter(t.Context(), "a")
				mu.Lock()
				defer mu.Unlock()
				if full != nil {
					refused++
					return
				}
				inside++
				most, served = max(most, inside), served+1
				mu.Unlock()
				time.Sleep(time.Second)
				mu.Lock()
				inside--
				leave()
			}()
		}
		time.Sleep(time.Minute)
		mu.Lock()
		defer mu.Unlock()
		if most != 2 || served != 16 || refused != 4 {
			t.Errorf("%d at a time, %d served, %d refused", most, served, refused)
		}
	})
}
