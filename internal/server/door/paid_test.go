package door_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
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

// paying is a door before pages of so many bytes; an address has a budget of 1,000.
func paying(bytes int) http.Handler {
	now := time.Now()
	clock := func() time.Time { return now }
	free := quota.New(quota.Config{}, clock)
	d := &door.Door{Presenter: present.Presenter{}, Budget: budget.New(budget.Config{
		Quota:    quota.New(quota.Config{PerSecond: 1, Burst: 1000, Subjects: 10}, clock),
		Refusals: free, Messages: free, Limits: limits.Limits{Hold: time.Millisecond}.WithDefaults(), Metrics: uncounted{}, Clock: time.Now,
	})}
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", bytes)) })
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
