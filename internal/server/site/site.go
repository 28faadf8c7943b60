package site

import (
	"cmp"
	"log/slog"
	"net/http"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

// Config holds the parts of the public address. API is required.
type Config struct {
	API      http.Handler                   // /graphql
	REST     http.Handler                   // /api/; nil: 404
	Explorer http.Handler                   // /; nil: 404
	App      http.Handler                   // /app/; nil: 404
	Objetos  http.Handler                   // /objetos/, for the disk profile; nil: 404
	Seals    http.Handler                   // SealsPath: what anybody may know of the sealed logs; nil: 404
	Settings func(r *http.Request) Settings // /config.json; nil: 404
	Hosts    []string                       // names of this server, beside those of this machine and addresses
	Origins  []string                       // of other sites whose pages may call the API
	TLS      bool                           // reached over TLS: browsers are told to insist on it
	Shed     *shed.Gate                     // refuses while memory is short; nil: never. The API asks for itself
	Log      *slog.Logger
	Clock    func() time.Time
}

// New is the public address: one mux, and around it what every answer has.
func New(cfg Config) http.Handler {
	mux := http.NewServeMux()
	mux.Handle(Path, withCORS(cfg.Origins, callsOfPages, cfg.API))
	if cfg.Explorer == nil {
		cfg.Explorer = http.HandlerFunc(nothingHere)
	}
	for pattern, h := range map[string]http.Handler{"/": cfg.Explorer, "/app/": cfg.App, "/api/": withCORS(cfg.Origins, callsOfPages, cfg.REST), "/objetos/": withCORS(cfg.Origins, filesOfPages, shedding(cfg.Shed, cfg.Objetos))} {
		if h != nil {
			mux.Handle(pattern, h)
		}
	}
	if cfg.Seals != nil {
		mux.Handle("GET "+SealsPath, shedding(cfg.Shed, cfg.Seals))
	}
	if cfg.Settings != nil {
		mux.Handle("GET /config.json", withCORS(cfg.Origins, callsOfPages, settingsHandler(cfg.Settings)))
	}
	log, clock := cmp.Or(cfg.Log, slog.Default()), cfg.Clock
	if clock == nil {
		clock = time.Now
	}
	shows := present.Presenter{Log: log}
	inner := withHosts(cfg.Hosts, shows, withRecovery(shows, mux))
	return withRequestID(withTrace(withHeaders(cfg.TLS, withAccessLog(log, clock, inner))))
}

// SealsPath is below which whoever verifies something finds the public keys of the sealed logs, and
// the newest checkpoint of the small one.
const SealsPath = "/.well-known/carpeta-sello/"

// nothingHere is the text for a person that opens an address without a page.
func nothingHere(w http.ResponseWriter, _ *http.Request) {
	plain(w, http.StatusNotFound, "No existe. La API está en "+Path+".")
}
