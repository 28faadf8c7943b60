package e2e_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// command is something that a program of Node has done. It gets the body of the request, and gives that of the answer.
type command func(body string) (string, error)

// commands is the address of some commands, each by POST at its path. It ends with the test.
func commands(t *testing.T, all map[string]command) string {
	t.Helper()
	mux := http.NewServeMux()
	var turn sync.Mutex // one after the other
	for path, do := range all {
		mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return // whoever asked has gone
			}
			turn.Lock()
			defer turn.Unlock()
			said, err := do(string(body))
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			_, _ = io.WriteString(w, said)
		})
	}
	control := httptest.NewServer(mux)
	t.Cleanup(control.Close)
	return control.URL
}

// tokenOf gives tokens of a citizen.
func tokenOf(t *testing.T, s *serverkit.Server, ciudadanoID string) command {
	return func(string) (string, error) { return s.House.Token(t, ciudadanoID, "ciudadano", "", time.Hour), nil }
}
