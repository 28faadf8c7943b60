package site_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/server/site"
)

// part is what /readyz?verbose says of one.
type part struct {
	Name, State string
	Critical    bool
	Timed       duration `json:"durationMs"`
}

// duration is whether there was one.
type duration bool

func (d *duration) UnmarshalJSON(raw []byte) error {
	*d = len(raw) > 0 && raw[0] >= '0' && raw[0] <= '9'
	return nil
}

func stateOf(err error) string {
	if err != nil {
		return "down"
	}
	return "ok"
}

func TestAdmin(t *testing.T) {
	var store, mq error
	absent := site.Present
	h := site.NewAdmin(site.AdminConfig{
		Absent:  func() site.Absence { return absent },
		Metrics: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "metricas") }),
		Checks: []site.Check{
			{Name: "stores", Critical: true, Check: func(context.Context) error { return store }},
			{Name: "broker", Check: func(context.Context) error { return mq }},
			{Name: "objects", Check: func(context.Context) error { return nil }},
		},
	})
	get := func(path string) (int, string) {
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "http://10.1.2.3"+path, nil))
		return rec.Code, strings.TrimSpace(rec.Body.String())
	}
	for _, c := range []struct {
		store, mq error
		status    int
		state     string
		broker    string
	}{
		{nil, nil, 200, "ok", "ok"},
		{nil, errors.New("caído"), 200, "degraded", "down"},
		{errors.New("caído"), nil, 503, "down", "ok"},
		{errors.New("caído"), errors.New("caído"), 503, "down", "down"},
	} {
		store, mq = c.store, c.mq
		if status, body := get("/readyz"); status != c.status || body != c.state {
			t.Error(status, body)
		}
		status, body := get("/readyz?verbose")
		var told struct {
			State string
			Parts []part
		}
		if err := json.Unmarshal([]byte(body), &told); err != nil || status != c.status {
			t.Error(status, body, err)
		}
		want := []part{{"stores", stateOf(c.store), true, true}, {"broker", c.broker, false, true}, {"objects", "ok", false, true}}
		if diff := cmp.Diff(want, told.Parts); diff != "" || told.State != c.state {
			t.Errorf("state %s, want %s; parts: %s", told.State, c.state, diff)
		}
	}
	store, mq = nil, nil
	for _, absent = range []site.Absence{site.Starting, site.Stopping} {
		if status, body := get("/readyz"); status != 503 || body != string(absent) {
			t.Error(status, body)
		}
	}
	if status, body := get("/livez"); status != 200 || body != "ok" {
		t.Error(status, body)
	}
	if status, body := get("/metrics"); status != 200 || body != "metricas" {
		t.Error(status, body)
	}
	if status, _ := get("/nada"); status != 404 {
		t.Error(status)
	}
}
