package reply_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// TestProblems: status, headers and media type of requests that never became operations.
func TestProblems(t *testing.T) {
	for name, c := range map[string]struct {
		problem *reply.Problem
		media   string
		status  int
		header  [2]string
		want    string // media type
	}{
		"no token": {reply.ProblemOf(fault.Plain(fault.Unauthenticated)), reply.GraphQL, 401, [2]string{"WWW-Authenticate", "Bearer"}, reply.GraphQL},
		"older sign-in": {
			reply.ProblemOf(fault.Plain(fault.InsufficientAuthentication).WithChallenge(fault.Challenge{ACRValues: []string{"alto", "urn:x"}, MaxAge: 5 * time.Minute})),
			reply.GraphQL, 401, [2]string{"WWW-Authenticate", `Bearer error="insufficient_user_authentication", acr_values="alto urn:x", max_age="300"`}, reply.GraphQL,
		},
		"no budget":     {reply.ProblemOf(fault.Plain(fault.RateLimited).WithEspera(1500 * time.Millisecond)), reply.JSON, 429, [2]string{"Retry-After", "2"}, reply.JSON},
		"stopping":      {reply.Stopping(), reply.Events, 503, [2]string{"Retry-After", "5"}, reply.JSON},
		"method":        {reply.MethodNotAllowed("GET, POST", "Use POST."), "", 405, [2]string{"Allow", "GET, POST"}, reply.JSON},
		"no media type": {reply.NotAcceptable([]string{reply.JSON}), "", 406, [2]string{"Vary", "Accept"}, reply.JSON},
		"long header":   {reply.LongHeader("Accept"), "", 431, [2]string{"Cache-Control", "no-store"}, reply.JSON},
		"two tokens":    {reply.TwoHeaders(), reply.JSON, 400, [2]string{}, reply.JSON},
	} {
		w := httptest.NewRecorder()
		c.problem.Send(w, httptest.NewRequest(http.MethodPost, "/graphql", nil), c.media, present.Presenter{Log: slog.Default()})
		if w.Code != c.status || w.Header().Get("Content-Type") != c.want+"; charset=utf-8" || c.header[0] != "" && w.Header().Get(c.header[0]) != c.header[1] {
			t.Errorf("%s: %d %v", name, w.Code, w.Header())
		}
		var body struct {
			Errors []struct{ Extensions map[string]any }
		}
		if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || len(body.Errors) != 1 || body.Errors[0].Extensions["code"] != string(c.problem.Err.Code) {
			t.Errorf("%s: %s", name, w.Body)
		}
	}
}
