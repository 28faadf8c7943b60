package transport

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// checkWithin bounds one readiness check.
const checkWithin = 3 * time.Second

// Check asks one part of the server whether it works. Reads need the critical
// parts only; without the others the server is degraded, and still ready.
type Check struct {
	Name     string
	Critical bool
	Check    func(context.Context) error
}

// AdminConfig is what the admin address serves.
type AdminConfig struct {
	Checks  []Check
	Absent  func() Absence // why nothing should be sent to the server, whatever its parts say; nil: there is no reason
	Metrics http.Handler   // /metrics; nil: 404
	Clock   func() time.Time
}

// Admin serves /livez, /readyz and /metrics. It is for the operator's network.
func Admin(cfg AdminConfig) http.Handler {
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	if cfg.Absent == nil {
		cfg.Absent = func() Absence { return Present }
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) {
		plain(w, http.StatusOK, "ok")
	})
	mux.HandleFunc("GET /readyz", cfg.ready)
	if cfg.Metrics != nil {
		mux.Handle("GET /metrics", cfg.Metrics)
	}
	return withRequestID(withHeaders(false, mux))
}

// part states, the best first.
const (
	stateOK       = "ok"
	stateDegraded = "degraded"
	stateDown     = "down"
)

// Absence is a state of the whole: it does not listen yet, or soon no more.
type Absence string

// The absences.
const (
	Present  Absence = ""
	Starting Absence = "starting"
	Stopping Absence = "stopping"
)

// partState is a part's line of /readyz?verbose.
type partState struct {
	Name       string  `json:"name"`
	State      string  `json:"state"`
	Critical   bool    `json:"critical"`
	DurationMS float64 `json:"durationMs"`
	Error      string  `json:"error,omitempty"`
}

func (cfg AdminConfig) ready(w http.ResponseWriter, r *http.Request) {
	parts := cfg.run(r.Context())
	state, status := overall(parts)
	if why := cfg.Absent(); why != Present {
		state, status = string(why), http.StatusServiceUnavailable
	}
	if !r.URL.Query().Has("verbose") {
		plain(w, status, state)
		return
	}
	w.Header().Set("Content-Type", mediaJSON+"; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"state": state, "parts": parts}) // a client that left needs no answer
}

func overall(parts []partState) (state string, status int) {
	state = stateOK
	for _, p := range parts {
		switch {
		case p.State == stateOK:
		case p.Critical:
			return stateDown, http.StatusServiceUnavailable
		default:
			state = stateDegraded
		}
	}
	return state, http.StatusOK
}

// run asks all parts at once.
func (cfg AdminConfig) run(ctx context.Context) []partState {
	ctx, cancel := context.WithTimeout(ctx, checkWithin)
	defer cancel()
	parts := make([]partState, len(cfg.Checks))
	var wg sync.WaitGroup
	for i, c := range cfg.Checks {
		wg.Go(func() { parts[i] = cfg.ask(ctx, c) })
	}
	wg.Wait()
	return parts
}

func (cfg AdminConfig) ask(ctx context.Context, c Check) (p partState) {
	start := cfg.Clock()
	p = partState{Name: c.Name, Critical: c.Critical, State: stateOK}
	defer func() {
		if v := recover(); v != nil {
			p.State, p.Error = stateDown, fmt.Sprint("panic: ", v)
		}
		p.DurationMS = float64(cfg.Clock().Sub(start).Microseconds()) / 1000
	}()
	if err := c.Check(ctx); err != nil {
		p.State, p.Error = stateDown, err.Error()
	}
	return p
}

func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, text) // a client that left needs no answer
}
