package door_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/door"
	"github.com/carpeta-ciudadana/servidor/internal/server/drain"
	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// crowded are budgets of which an address begins one request at once, and all begin one a second; so many may wait, 0:
// any number.
func crowded(paid *quota.Ledger, most int) *budget.Budget {
	free := quota.New(quota.Config{}, time.Now)
	return budget.New(budget.Config{
		Quota: paid, Refusals: free, Messages: free, Limits: limits.Limits{}.WithDefaults(), Metrics: uncounted{}, Clock: time.Now,
		Crowd: quota.NewCrowd(quota.CrowdConfig{PerSecond: 1, Together: 1, Unhurried: 1, Regained: 1e-3, Most: most, Subjects: 10}, time.Now),
	})
}

var done = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })

// several ask at the same time; their answers come when they do.
func several(t *testing.T, h http.Handler, many int) <-chan *httptest.ResponseRecorder {
	answers := make(chan *httptest.ResponseRecorder, many)
	for range many {
		go func() {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/graphql", http.NoBody))
			answers <- w
		}()
		synctest.Wait()
	}
	return answers
}

// marked are refusals that a page may read.
func marked(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		h.ServeHTTP(w, r)
	})
}

// TestWhoHearsOnlyIsAnswered: a client that has said all, and closed its side, is held for gone. One that waited in a
// crowd was told 200 and nothing, though nobody had looked at its request.
func TestWhoHearsOnlyIsAnswered(t *testing.T) {
	d := &door.Door{Connections: drain.New(), Presenter: present.Presenter{}, Budget: crowded(quota.New(quota.Config{}, time.Now), 0)}
	h := d.InTurn(done, marked)
	gone, leave := context.WithCancel(t.Context())
	leave()
	for n := range 5 { // one at once, one at the pace, and one more is early
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(gone, http.MethodGet, "/graphql", http.NoBody))
		if want := http.StatusServiceUnavailable; n > 2 && w.Code != want {
			t.Errorf("request %d: %d, want %d", n, w.Code, want)
		}
	}
}

// TestWhoFindsNoRoomToWait is told when to come again, pays, and is the last one of its connection.
func TestWhoFindsNoRoomToWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		paid := quota.New(quota.Config{PerSecond: 1e-3, Burst: 1000, Subjects: 10}, time.Now)
		d := &door.Door{Connections: drain.New(), Presenter: present.Presenter{}, Budget: crowded(paid, 1)}
		h := d.InTurn(done, marked)
		answers := several(t, h, 5) // one at once, one at the pace, and one more is early; one waits
		if len(answers) != 4 {
			t.Fatalf("%d of 5 are answered at once", len(answers))
		}
		for range 3 {
			if w := <-answers; w.Code != http.StatusNoContent {
				t.Error(w.Code)
			}
		}
		late := <-answers
		if late.Code != http.StatusServiceUnavailable || late.Header().Get("Retry-After") == "" || late.Header().Get("Connection") != "close" || !strings.Contains(late.Body.String(), "UNAVAILABLE") {
			t.Error(late.Code, late.Header(), late.Body)
		}
		if late.Header().Get("Access-Control-Allow-Origin") == "" {
			t.Error("a page may not read it")
		}
		if s := paid.Owe("ip 192.0.2.1", 0); s.Remaining != 950 {
			t.Errorf("%d of 1000 are left to the address", s.Remaining)
		}
		<-answers
	})
}

// TestWhoWaitsWhenTheServerStops is told so, and pays nothing.
func TestWhoWaitsWhenTheServerStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		paid := quota.New(quota.Config{PerSecond: 1e-3, Burst: 1000, Subjects: 10}, time.Now)
		d := &door.Door{Connections: drain.New(), Presenter: present.Presenter{}, Budget: crowded(paid, 0)}
		h := d.InTurn(done, marked)
		answers := several(t, h, 20)
		for range len(answers) {
			<-answers
		}
		if err := d.Connections.Drain(t.Context()); err != nil {
			t.Error(err)
		}
		d.Budget.EndWaiting()
		synctest.Wait()
		if len(answers) < 15 {
			t.Errorf("%d are answered", len(answers))
		}
		for range len(answers) {
			if w := <-answers; w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "deteniendo") {
				t.Error(w.Code, w.Body)
			}
		}
		if s := paid.Owe("ip 192.0.2.1", 0); s.Remaining != 1000 {
			t.Errorf("%d of 1000 are left to the address", s.Remaining)
		}
	})
}

// TestWhoWaitedAtTheListener does not wait again. Behind a proxy the listener does not know whose request it is.
func TestWhoWaitedAtTheListener(t *testing.T) {
	d := &door.Door{
		Connections: drain.New(), Presenter: present.Presenter{}, Proxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.9/32")},
		Budget: crowded(quota.New(quota.Config{}, time.Now), 0),
	}
	h := d.InTurn(done, marked)
	gone, leave := context.WithCancel(t.Context())
	leave()
	ask := func(from string) int {
		r := httptest.NewRequestWithContext(gone, http.MethodGet, "/graphql", http.NoBody)
		r.ProtoMajor, r.RemoteAddr = 2, from+":1234"
		r.Header.Set("X-Forwarded-For", "198.51.100.1")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code
	}
	late := 0
	for range 20 {
		if code := ask("192.0.2.1"); code != http.StatusNoContent {
			t.Fatal("a request that waited at the listener:", code)
		}
		if ask("192.0.2.9") == http.StatusServiceUnavailable {
			late++
		}
	}
	if late == 0 {
		t.Error("twenty of one client behind a proxy begin at once")
	}
}
