package door_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/door"
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
		Refusals: free, Messages: free, Limits: limits.Limits{RefusalDelay: time.Millisecond}.WithDefaults(), Metrics: uncounted{}, Clock: time.Now,
	})
}

// TestPagesArePaid: by the address, each request. A page had no price: 32 connections that asked for one again and again
// took every processor.
func TestPagesArePaid(t *testing.T) {
	d := &door.Door{Presenter: present.Presenter{}, Budget: spending(1000)}
	h := d.ChargeAddress(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "page") }))
	get := func(from string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, "/app/", nil)
		r.RemoteAddr = from + ":1234"
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	for i := range 20 {
		if w := get("192.0.2.1"); w.Code != http.StatusOK || w.Body.String() != "page" {
			t.Fatalf("page %d: %d, %s", i, w.Code, w.Body)
		}
	}
	w := get("192.0.2.1")
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "RATE_LIMITED") {
		t.Errorf("one too many: %d %v %s", w.Code, w.Header(), w.Body)
	}
	if w := get("192.0.2.2"); w.Code != http.StatusOK {
		t.Errorf("another address: %d", w.Code)
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
