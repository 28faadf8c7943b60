package door_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/door"
	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// TestWhoHearsOnlyIsAnswered: a client that has said all, and closed its side, is held for gone. One that waited in a
// crowd was told 200 and nothing, though nobody had looked at its request.
func TestWhoHearsOnlyIsAnswered(t *testing.T) {
	free := quota.New(quota.Config{}, time.Now)
	d := &door.Door{Presenter: present.Presenter{}, Budget: budget.New(budget.Config{
		Quota: free, Refusals: free, Messages: free, Limits: limits.Limits{}.WithDefaults(), Metrics: uncounted{}, Clock: time.Now,
		Crowd: quota.NewCrowd(quota.CrowdConfig{PerSecond: 1, Together: 1, Unhurried: 1, Regained: 1e-3, Subjects: 10}, time.Now),
	})}
	h := d.InTurn(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
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
