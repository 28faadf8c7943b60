package dynamostore_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/logs"
)

// TestAServerWhoseClockIsWrongIsNotReady: by the Date of three answers in a row, by either way of reading. What is not known is
// no fault.
func TestAServerWhoseClockIsWrongIsNotReady(t *testing.T) {
	type answer struct {
		behind time.Duration // the Date, of this server's clock
		trip   time.Duration
		ready  bool
		lines  int // in the log, so far
	}
	const undated = time.Duration(-1)
	for name, answers := range map[string][]answer{
		"agrees":            {{0, 0, true, 0}, {4 * time.Second, 0, true, 0}, {-4 * time.Second, 0, true, 0}, {4 * time.Second, 0, true, 0}},
		"is ahead":          {{6 * time.Second, 0, true, 0}, {6 * time.Second, 0, true, 0}, {6 * time.Second, 0, false, 1}, {7 * time.Second, 0, false, 1}},
		"is behind":         {{-6 * time.Second, 0, true, 0}, {-6 * time.Second, 0, true, 0}, {-time.Hour, 0, false, 1}},
		"is set right":      {{time.Minute, 0, true, 0}, {time.Minute, 0, true, 0}, {time.Minute, 0, false, 1}, {0, 0, true, 1}, {time.Minute, 0, true, 1}},
		"not in a row":      {{time.Minute, 0, true, 0}, {time.Minute, 0, true, 0}, {0, 0, true, 0}, {time.Minute, 0, true, 0}, {time.Minute, 0, true, 0}},
		"slow answers":      {{6 * time.Second, 4 * time.Second, true, 0}, {6 * time.Second, 4 * time.Second, true, 0}, {6 * time.Second, 4 * time.Second, true, 0}},
		"stood still":       {{0, time.Minute, true, 0}, {0, time.Minute, true, 0}, {0, time.Minute, true, 0}},
		"answers undated":   {{undated, 0, true, 0}, {undated, 0, true, 0}, {undated, 0, true, 0}},
		"some have no Date": {{time.Minute, 0, true, 0}, {undated, 0, true, 0}, {time.Minute, 0, true, 0}, {undated, 0, true, 0}, {time.Minute, 0, false, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			now, next := time.Date(2026, 11, 28, 10, 0, 0, 5e8, time.UTC), answer{}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header()["Date"] = nil
				now = now.Add(next.trip)
				if next.behind != undated {
					w.Header().Set("Date", now.Add(-next.behind).Format(http.TimeFormat))
				}
				_, _ = w.Write([]byte(`{}`))
			}))
			defer server.Close()
			log := &logs.Log{}
			clocks := dynamostore.NewClocks(func() time.Time { return now }, slog.New(slog.NewTextHandler(log, nil)))
			store, err := dynamostore.New(t.Context(), dynamostore.Config{Endpoint: server.URL, Clocks: clocks})
			if err != nil {
				t.Fatal(err)
			}
			defer store.Close()
			dated := false
			for i, a := range answers {
				next = a
				if _, err := store.Carpeta(t.Context(), "c"); fault.CodeOf(err) != fault.NotFound {
					t.Fatal(err)
				}
				dated = dated || a.behind != undated && a.trip < time.Minute
				if _, known := clocks.Difference(); known != dated {
					t.Errorf("after %d answers the difference is known: %v", i+1, known)
				}
				if ready := clocks.Ready(t.Context()); (ready == nil) != a.ready || strings.Count(log.String(), "clock") > 2*a.lines {
					t.Errorf("after %d answers: %v\n%s", i+1, ready, log)
				}
				if n := strings.Count(log.String(), "level=ERROR"); n != a.lines {
					t.Errorf("after %d answers %d lines: %s", i+1, n, log)
				}
			}
		})
	}
}

func TestNoClocksAreReady(t *testing.T) {
	var none *dynamostore.Clocks
	if err := none.Ready(t.Context()); err != nil {
		t.Error(err)
	}
}
