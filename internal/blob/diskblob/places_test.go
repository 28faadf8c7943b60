package diskblob

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
		enter := newPlaces(2, 3, time.Now).Enter
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
		enter := newPlaces(2, 10, time.Now).Enter
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

// TestTransfersAreRefusedInTurn: who asks for too many is refused, nobody else, and each refusal is counted.
// Before, the thousandth transfer of one crowd refused the first of somebody else, and no metric told.
func TestTransfersAreRefusedInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := newPlaces(1, 2, time.Now)
		var mu sync.Mutex
		refused, honest := map[string]int{}, 0
		places.refused = func(cause string) {
			mu.Lock()
			defer mu.Unlock()
			refused[cause]++
		}
		ask := func(carpeta string, during time.Duration) {
			leave, full := places.Enter(t.Context(), carpeta)
			if full != nil {
				return
			}
			if carpeta == "honest" {
				mu.Lock()
				honest++
				mu.Unlock()
			}
			time.Sleep(during)
			leave()
		}
		for i := range 20 {
			go ask([]string{"a", "b"}[i%2], 3*time.Second)
			synctest.Wait()
		}
		time.Sleep(time.Second)
		go ask("honest", time.Second)
		time.Sleep(time.Minute)
		mu.Lock()
		defer mu.Unlock()
		// Of the crowds two are inside and four wait. They leave two places of the queue for others.
		if honest != 1 || refused[ofAll]+refused[ofCarpeta] != 14 || refused[ofAll] == 0 {
			t.Errorf("%d of the honest served, refused: %v", honest, refused)
		}
		if waiting := places.places.Waiting(); waiting != 0 {
			t.Errorf("%d wait for ever", waiting)
		}
	})
}

// TestTransfersThatWaitInVain are counted too.
func TestTransfersThatWaitInVain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := newPlaces(1, 1, time.Now)
		causes := ""
		places.refused = func(cause string) { causes += cause }
		if _, full := places.Enter(t.Context(), "a"); full != nil {
			t.Fatal(full)
		}
		if _, full := places.Enter(t.Context(), "b"); full == nil || full.Code != fault.Unavailable || causes != tooLate {
			t.Errorf("%v, counted: %q", full, causes)
		}
	})
}

// TestUsesOfLinksHaveAPrice: one link, again and again. A viewer that reads a large file in a thousand ranges
// never meets it, and neither do other carpetas. Before, 32 connections with one link took 58 % of a core.
func TestUsesOfLinksHaveAPrice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := newPlaces(16, 64, time.Now)
		causes := map[string]int{}
		places.refused = func(cause string) { causes[cause]++ }
		use := func(carpeta string) *fault.Error {
			leave, full := places.Enter(t.Context(), carpeta)
			if full == nil {
				leave()
			}
			return full
		}
		served, refused, start := 0, 0, time.Now()
		for time.Since(start) < 10*time.Second && served < 10_000 {
			full := use("a")
			if full == nil {
				served++
				continue
			}
			time.Sleep(25 * time.Millisecond) // a round trip
			if refused++; full.Code != fault.RateLimited || full.Espera != time.Second {
				t.Fatalf("%v, again in %v", full, full.Espera)
			}
		}
		if served < 2000 || served > 3100 || refused > 400 || causes[tooOften] != refused {
			t.Errorf("%d served, %d refused, counted %v", served, refused, causes)
		}
		for range 2000 {
			if full := use("b"); full != nil {
				t.Fatal("the ranges of another carpeta:", full)
			}
		}
		time.Sleep(time.Second)
		if full := use("a"); full != nil {
			t.Error("after the second that it was told:", full)
		}
	})
}
