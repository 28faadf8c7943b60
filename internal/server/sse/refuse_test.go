package sse_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/sse"
)

// TestRefuse: a stream of one event, which ends by itself, and leaves a connection that
// serves on.
func TestRefuse(t *testing.T) {
	streams := sse.New(sse.Config{Limits: limits.Limits{}.WithDefaults(), Clock: time.Now})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		streams.Refuse(w, &graphql.Response{Errors: gqlerror.List{gqlerror.Errorf("no\nsuch field")}})
	}))
	defer srv.Close()
	for range 2 {
		resp, err := srv.Client().Get(srv.URL)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil || resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "text/event-stream; charset=utf-8" ||
			resp.Header.Get("Cache-Control") != "no-cache, no-store" || resp.Header.Get("Vary") != "Accept" {
			t.Error(resp.Status, resp.Header, err)
		}
		// A line break in the data would begin a new line of the stream.
		if got := string(body); got != "event: next\ndata: {\"errors\":[{\"message\":\"no\\nsuch field\"}]}\n\nevent: complete\ndata: \n\n" {
			t.Errorf("%q", got)
		}
	}
}
