package door_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/door"
	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

type uncounted struct{}

func (uncounted) Refused(string) {}

// spending are budgets of which an address has so much, and no more.
func spending(burst int) *budget.Budget {
	now := time.Now()
	clock := func() time.Time { return now }
	free := quota.New(quota.Config{}, clock)
	return budget.New(budget.Config{
		Quota:    quota.New(quota.Config{PerSecond: 1, Burst: burst, Subjects: 10}, clock),
		Refusals: free, Messages: free, Limits: limits.Limits{Hold: time.Millisecond}.WithDefaults(), Metrics: uncounted{}, Clock: time.Now,
	})
}

// paying is a door before pages of so many bytes; an address has a budget of 1,000.
func paying(bytes int) http.Handler {
	d := &door.Door{Presenter: present.Presenter{}, Budget: spending(1000)}
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, strings.Repeat("x", bytes))
	})
	return d.Paid(d.ByBytes(page))
}

// TestPagesArePaid: by the address, for each request and its bytes. A page had no price: 32 connections that asked for
// one again and again took every processor.
func TestPagesArePaid(t *testing.T) {
	for name, c := range map[string]struct{ bytes, served int }{
		"small pages": {100, 20},
		"large pages": {4 << 10 * 200, 4}, // 250 each
	} {
		t.Run(name, func(t *testing.T) {
			h := paying(c.bytes)
			get := func(from string) *httptest.ResponseRecorder {
				r := httptest.NewRequest(http.MethodGet, "/app/", nil)
				r.RemoteAddr = from + ":1234"
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				return w
			}
			for i := range c.served {
				if w := get("192.0.2.1"); w.Code != http.StatusOK || w.Body.Len() != c.bytes {
					t.Fatalf("page %d: %d, %d bytes", i, w.Code, w.Body.Len())
				}
			}
			w := get("192.0.2.1")
			if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "RATE_LIMITED") {
				t.Errorf("one too many: %d %v %s", w.Code, w.Header(), w.Body)
			}
			if w := get("192.0.2.2"); w.Code != http.StatusOK {
				t.Errorf("another address: %d", w.Code)
			}
		})
	}
}

// TestForeignPagesArePaid: what is refused before anybody asks who calls had no price either.
func TestForeignPagesArePaid(t *testing.T) {
	d := &door.Door{Presenter: present.Presenter{}, Budget: spending(1000)}
	ask := func(from string) int {
		r := httptest.NewRequest(http.MethodPost, "/graphql", nil)
		r.Header.Set("Origin", "https://malo.example")
		r.RemoteAddr = from + ":1234"
		_, p := d.Enter(r)
		if p == nil {
			t.Fatal("a foreign page is let in")
		}
		return p.Status
	}
	for n := range 20 {
		if status := ask("192.0.2.1"); status != http.StatusForbidden {
			t.Fatal(n, status)
		}
	}
	if one, other := ask("192.0.2.1"), ask("192.0.2.2"); one != http.StatusTooManyRequests || other != http.StatusForbidden {
		t.Error(one, other)
	}
}

// TestPagesThatNobodyReadsAreCounted: those of one address take so much, and no more. 1,500 of them held 80 MB.
func TestPagesThatNobodyReadsAreCounted(t *testing.T) {
	d := &door.Door{Presenter: present.Presenter{}, Budget: spending(1 << 20)}
	begun, over := make(chan struct{}), make(chan struct{})
	h := d.Paid(d.ByBytes(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		begun <- struct{}{}
		<-over
	})))
	get := func(from string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, "/app/", nil)
		r.RemoteAddr = from + ":1234"
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	var all sync.WaitGroup
	for range 128 {
		all.Go(func() { get("192.0.2.1") })
		<-begun
	}
	if w := get("192.0.2.1"); w.Code != http.StatusTooManyRequests {
		t.Error("one more:", w.Code)
	}
	all.Go(func() { get("192.0.2.2") })
	<-begun // another address has its own
	close(over)
	all.Wait()
	all.Go(func() { get("192.0.2.1") })
	<-begun
	all.Wait()
}

// TestPagesAreSentInSmallPieces: who does not read one holds 8 KiB of it, and not 32.
func TestPagesAreSentInSmallPieces(t *testing.T) {
	d := &door.Door{Presenter: present.Presenter{}, Budget: spending(1 << 20)}
	const size = 100 << 10
	h := d.Paid(d.ByBytes(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.Copy(w, io.LimitReader(zeros{}, size))
	})))
	w := &longestWrite{ResponseRecorder: httptest.NewRecorder()}
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/app/", nil))
	if w.Body.Len() != size || w.longest != 8<<10 {
		t.Errorf("%d bytes, in pieces of %d", w.Body.Len(), w.longest)
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }

// longestWrite is an answer that knows its longest piece.
type longestWrite struct {
	*httptest.ResponseRecorder
	longest int
}

func (w *longestWrite) Write(b []byte) (int, error) {
	w.longest = max(w.longest, len(b))
	return w.ResponseRecorder.Write(b)
}
