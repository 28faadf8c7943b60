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
		enter := newTransferPlaces(2, 3, time.Second).enter
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
		enter := newTransferPlaces(2, 10, time.Minute).enter
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

// TestTransfersAreRefusedInTurn: who fills the queue refuses himself, and each refusal is counted.
// Before, the thousandth transfer of one crowd refused the first of somebody else, and no metric told.
func TestTransfersAreRefusedInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := newTransferPlaces(1, 2, 10*time.Second)
		var mu sync.Mutex
		refused, honest := map[string]int{}, 0
		places.refused = func(cause string) {
			mu.Lock()
			defer mu.Unlock()
			refused[cause]++
		}
		ask := func(carpeta string, during time.Duration) {
			leave, full := places.enter(t.Context(), carpeta)
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
		}
		time.Sleep(time.Second)
		go ask("honest", time.Second)
		time.Sleep(time.Minute)
		mu.Lock()
		defer mu.Unlock()
		// Of the crowds two are inside and six wait: twelve are refused, and one more for the honest.
		if honest != 1 || refused[ofAll] != 13 || len(refused) != 1 {
			t.Errorf("%d of the honest served, refused: %v", honest, refused)
		}
		if waiting := places.turns.Waiting(); waiting != 0 {
			t.Errorf("%d wait for ever", waiting)
		}
	})
}

// TestTransfersThatWaitInVain are counted too.
func TestTransfersThatWaitInVain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := newTransferPlaces(1, 1, 10*time.Second)
		causes := ""
		places.refused = func(cause string) { causes += cause }
		if _, full := places.enter(t.Context(), "a"); full != nil {
			t.Fatal(full)
		}
		if _, full := places.enter(t.Context(), "b"); full == nil || full.Code != fault.Unavailable || causes != tooLate {
			t.Errorf("%v, counted: %q", full, causes)
		}
	})
}
