package site

import (
	"cmp"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// AdminConfig holds the parts of the admin address.
type AdminConfig struct {
	Checks  []Check
	Absent  func() Absence // why the server is not ready, whatever the checks say; nil: no reason
	Metrics http.Handler   // /metrics; nil: 404
	Cut     http.Handler   // CutPath: a consistent snapshot of the data, for a backup; nil: 404
	Hosts   []string       // names of this address, beside those of this machine and addresses
	Clock   func() time.Time
	Log     *slog.Logger
}

// CutPath is where a backup fetches a snapshot of the data.
const CutPath = "/respaldo"

// NewAdmin serves /livez, /readyz, /metrics, and a snapshot for backups. It is for the operator's network.
func NewAdmin(cfg AdminConfig) http.Handler {
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
	if cfg.Cut != nil {
		mux.Handle("GET "+CutPath, cfg.Cut)
	}
	return withRequestID(withHeaders(false, withHosts(cfg.Hosts, present.Presenter{Log: cmp.Or(cfg.Log, slog.Default())}, mux)))
}

// Absence is why the whole server is not ready: it starts or stops.
type Absence string

// The absences.
const (
	Present  Absence = ""
	Starting Absence = "starting"
	Stopping Absence = "stopping"
)

func (cfg AdminConfig) ready(w http.ResponseWriter, r *http.Request) {
	parts := runChecks(r.Context(), cfg.Checks, cfg.Clock)
	state, status := overall(parts)
	if why := cfg.Absent(); why != Present {
		state, status = string(why), http.StatusServiceUnavailable
	}
	if !r.URL.Query().Has("verbose") {
		plain(w, status, state)
		return
	}
	w.Header().Set("Content-Type", reply.JSON+"; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"state": state, "parts": parts}) // a client that left needs no answer
}
