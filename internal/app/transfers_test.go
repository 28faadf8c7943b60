package app

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// TestTransferPlaces: of one carpeta and of all. Without a bound one link took every descriptor
// of the process, by two connections of HTTP/2.
func TestTransferPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		enter := newTransferPlaces(2, 3, time.Second, time.Now).enter
		var leave []func()
		for i, c := range []struct {
			carpeta string
			want    fault.Code
		}{{"a", ""}, {"a", ""}, {"a", fault.Unavailable}, {"b", ""}, {"c", fault.Unavailable}} {
			give, full := enter(t.Context(), c.carpeta, still{})
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
			if _, full := enter(t.Context(), fmt.Sprint(i), still{}); full != nil {
				t.Error("a place did not come back:", full)
			}
		}
	})
}

// TestTransfersWait: a page that shows many pictures gets all of them, and nobody takes more
// places than its own. Those who wait are bounded too.
func TestTransfersWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		enter := newTransferPlaces(2, 10, time.Minute, time.Now).enter
		var mu sync.Mutex
		inside, most, served, refused := 0, 0, 0, 0
		for range 20 {
			go func() {
				leave, full := enter(t.Context(), "a", still{})
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
		places := newTransferPlaces(1, 2, 10*time.Second, time.Now)
		var mu sync.Mutex
		refused, honest := map[string]int{}, 0
		places.refused = func(cause string) {
			mu.Lock()
			defer mu.Unlock()
			refused[cause]++
		}
		ask := func(carpeta string, during time.Duration) {
			leave, full := places.enter(t.Context(), carpeta, still{})
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
		// Of the crowds two are inside and six wait: twelve are refused, and one more for the honest. A crowd has
		// ten at once, and may be refused for that before an earlier one of its own has left.
		if honest != 1 || refused[ofAll]+refused[ofCarpeta] != 13 || refused[ofAll] == 0 {
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
		places := newTransferPlaces(1, 1, 10*time.Second, time.Now)
		causes := ""
		places.refused = func(cause string) { causes += cause }
		if _, full := places.enter(t.Context(), "a", still{}); full != nil {
			t.Fatal(full)
		}
		if _, full := places.enter(t.Context(), "b", still{}); full == nil || full.Code != fault.Unavailable || causes != tooLate {
			t.Errorf("%v, counted: %q", full, causes)
		}
	})
}

// TestUsesOfLinksHaveAPrice: one link, again and again. A viewer that reads a large file in a thousand ranges
// never meets it, and neither do other carpetas. Before, 32 connections with one link took 58 % of a core.
func TestUsesOfLinksHaveAPrice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := newTransferPlaces(16, 64, 10*time.Second, time.Now)
		places.uses = quota.New(quota.Config{PerSecond: 100, Burst: 2000, Subjects: 10}, time.Now)
		places.hold = quota.NewHold(10, 25*time.Millisecond)
		causes := map[string]int{}
		places.refused = func(cause string) { causes[cause]++ }
		use := func(carpeta string) *fault.Error {
			leave, full := places.enter(t.Context(), carpeta, still{})
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

// refusing counts how often it was told that its connection ends.
type refusing struct {
	still
	last *int
}

func (r refusing) Last() { *r.last++ }

// TestUsesBeyondTheHeld: a refusal that has no place to wait in is the last of its connection.
func TestUsesBeyondTheHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := newTransferPlaces(16, 64, 10*time.Second, time.Now)
		places.uses = quota.New(quota.Config{PerSecond: 0.001, Burst: 1, Subjects: 10}, time.Now)
		places.hold = quota.NewHold(1, time.Second)
		use := func() (ended int) {
			if leave, full := places.enter(t.Context(), "a", refusing{last: &ended}); full == nil {
				leave()
			}
			return ended
		}
		use() // there is a budget for one
		held := make(chan int)
		go func() { held <- use() }()
		synctest.Wait()
		if n := use(); n != 1 {
			t.Errorf("beyond the places: told %d times", n)
		}
		if n := <-held; n != 0 {
			t.Errorf("one that waited: told %d times", n)
		}
	})
}

// still is a transfer that moves fast, and does not end before it wants.
type still struct{}

func (still) Moved() int64 { return 1 << 40 }
func (still) Ahead() int64 { return 0 }
func (still) End()         {}
func (still) Last()        {}

// upload is one over HTTP/2, of so many bytes.
type upload struct {
	still
	bytes int64
}

func (u upload) Ahead() int64 { return u.bytes }

// TestUploadsThatWaitAreCounted: what they may have sent ahead over HTTP/2 is in memory. 128 of one carpeta were 32 MiB.
func TestUploadsThatWaitAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := newTransferPlaces(1, 2, 10*time.Second, time.Now)
		places.ahead, places.window = quota.NewBytes(100, 150), 40
		begin := func(carpeta string, bytes int64) chan fault.Code {
			end := make(chan fault.Code, 1)
			go func() {
				_, full := places.enter(t.Context(), carpeta, upload{bytes: bytes})
				if full != nil {
					end <- full.Code
				} else {
					end <- ""
				}
			}()
			synctest.Wait()
			return end
		}
		is := func(what string, end chan fault.Code, want fault.Code) {
			t.Helper()
			select {
			case got := <-end:
				if got != want {
					t.Errorf("%s: %q", what, got)
				}
			default:
				t.Errorf("%s waits", what)
			}
		}
		const large = 1 << 30
		is("the first of a", begin("a", large), "")
		is("the first of b", begin("b", large), "")
		waits := []chan fault.Code{begin("a", large), begin("a", large)}
		is("too much of a", begin("a", large), fault.RateLimited)
		waits = append(waits, begin("a", 10), begin("b", large))
		is("too much of all", begin("b", large), fault.Unavailable)
		time.Sleep(10 * time.Second)
		synctest.Wait()
		for _, end := range waits {
			is("what has waited", end, fault.Unavailable)
		}
		again := begin("a", large)
		time.Sleep(10 * time.Second)
		synctest.Wait()
		is("what found room to wait again", again, fault.Unavailable)
	})
}

// dribble is a transfer that hardly moves, until it has to make room.
type dribble struct{ over chan struct{} }

func (dribble) Moved() int64 { return 1000 }
func (dribble) Ahead() int64 { return 0 }
func (dribble) Last()        {}
func (d dribble) End()       { close(d.over) }

// TestSlowTransfersMakeRoom: a thousand carpetas hold all places with transfers that hardly move, and come
// again as soon as they ended, each after its own round trip: a thousand at the same nanosecond are no attack,
// but this clock's. An honest one is served all the same, and fast ones are never cut off. Before, the honest one
// was refused after ten seconds.
func TestSlowTransfersMakeRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := newTransferPlaces(16, 64, 10*time.Second, time.Now)
		ctx, stop := context.WithCancel(t.Context())
		for i := range 1000 {
			roundTrip := time.Duration(i+1) * 37 * time.Microsecond
			go func() {
				for ctx.Err() == nil {
					time.Sleep(roundTrip)
					d := dribble{make(chan struct{})}
					leave, full := places.enter(ctx, fmt.Sprint("hostile ", i), d)
					if full != nil {
						time.Sleep(full.Espera)
						continue
					}
					select {
					case <-d.over:
					case <-time.After(30 * time.Second):
					case <-ctx.Done():
					}
					leave()
				}
			}()
		}
		time.Sleep(2 * time.Minute)
		served, start := 0, time.Now()
		for range 20 {
			time.Sleep(500 * time.Millisecond)
			fast := steadily{t}
			leave, full := places.enter(t.Context(), "honest", fast)
			if full != nil {
				t.Log("refused:", full)
				continue
			}
			served++
			time.Sleep(8 * time.Second) // a file of some megabytes
			leave()
		}
		t.Logf("%d of 20 in %v", served, time.Since(start))
		if served < 19 {
			t.Errorf("%d of 20 were served", served)
		}
		stop()
		time.Sleep(time.Minute) // until all have gone
	})
}

// steadily is a transfer that moves as it should.
type steadily struct{ t *testing.T }

func (steadily) Moved() int64 { return 4 << 20 }
func (steadily) Ahead() int64 { return 0 }
func (steadily) Last()        {}
func (d steadily) End()       { d.t.Error("a fast transfer was cut off") }

// TestLinksOfAThousandCarpetas: each is used as often as one carpeta may, which is ten times what the processor
// takes. An honest use waits for one of each, and no longer.
func TestLinksOfAThousandCarpetas(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := newTransferPlaces(16, 1024, 10*time.Second, time.Now)
		places.uses = quota.New(quota.Config{PerSecond: 100, Burst: 2000, Subjects: 2000}, time.Now)
		places.pace = quota.NewPace(1000, 10_000, 3*1024, time.Now)
		ctx, stop := context.WithCancel(t.Context())
		var mu sync.Mutex
		served := 0
		for i := range 1000 {
			go func() {
				for ctx.Err() == nil {
					leave, full := places.enter(ctx, fmt.Sprint("hostile ", i), still{})
					if full == nil {
						time.Sleep(10 * time.Millisecond)
						leave()
						mu.Lock()
						served++
						mu.Unlock()
					}
				}
			}()
		}
		time.Sleep(5 * time.Second) // until what was saved is used up
		mu.Lock()
		before, since := served, time.Now()
		mu.Unlock()
		worst := time.Duration(0)
		for range 20 {
			asked := time.Now()
			leave, full := places.enter(t.Context(), "honest", still{})
			if full != nil {
				t.Fatal(full)
			}
			worst = max(worst, time.Since(asked))
			leave()
			time.Sleep(500 * time.Millisecond)
		}
		mu.Lock()
		defer mu.Unlock()
		if n, most := served-before, int(time.Since(since).Seconds()*1000)+100; n > most {
			t.Errorf("%d uses, want at most %d", n, most)
		}
		if worst > 1100*time.Millisecond {
			t.Errorf("an honest use waits %v", worst)
		}
		mu.Unlock()
		stop()
		time.Sleep(time.Minute) // until all have gone
		mu.Lock()
	})
}
