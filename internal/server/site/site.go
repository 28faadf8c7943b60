package site

import (
	"cmp"
	"log/slog"
	"maps"
	"net/http"
	"path"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

// Config holds the parts of the public address. API is required.
type Config struct {
	API      http.Handler                    // /graphql
	REST     http.Handler                    // /api/; nil: 404
	Explorer http.Handler                    // /; nil: 404
	App      http.Handler                    // /app/; nil: 404
	Objetos  http.Handler                    // /objetos/, for the disk profile; nil: 404
	Codes    http.Handler                    // CodesPath: what a code shows; nil: 404
	Seals    http.Handler                    // SealsPath: what anybody may know of the sealed logs; nil: 404
	Files    http.Handler                    // FilesPath: verifiable files, by links of their owners; nil: 404
	Settings func(r *http.Request) Settings  // /config.json; nil: 404
	Logo     *Logo                           // the operador's; nil: 404
	Hosts    []string                        // names of this server, beside those of this machine and addresses
	Origins  []string                        // of other sites whose pages may call the API
	Trace    func(http.Handler) http.Handler // makes spans of requests; nil: there are none
	TLS      bool                            // reached over TLS: Strict-Transport-Security holds browsers to it
	Charge   func(http.Handler) http.Handler // charges the address of what API and REST do not charge; nil: nothing is charged
	Shed     *shed.Gate                      // refuses files while memory is short; nil: never. The API does it itself
	Log      *slog.Logger
	Clock    func() time.Time
}

// New is the handler of the public address: one mux, in the middleware that every answer has.
func New(cfg Config) http.Handler {
	mux := http.NewServeMux()
	for pattern, h := range cfg.apis() {
		mux.Handle(pattern, cfg.chargedIf(isPreflight, withCORS(cfg.Origins, callsOfPages, h)))
	}
	for pattern, h := range cfg.others() {
		mux.Handle(pattern, cfg.charged(h))
	}
	log, clock := cmp.Or(cfg.Log, slog.Default()), cfg.Clock
	if clock == nil {
		clock = time.Now
	}
	shows := present.Presenter{Log: log}
	inner := withHosts(cfg.Hosts, shows, withRecovery(shows, cfg.chargedIf(isForMux, mux)))
	traced := cfg.Trace
	if traced == nil {
		traced = withTrace
	}
	return withRequestID(traced(withHeaders(cfg.TLS, withAccessLog(log, clock, inner))))
}

// apis identify the caller, and charge it.
func (cfg Config) apis() map[string]http.Handler {
	return withoutNil(map[string]http.Handler{Path: cfg.API, "/api/": cfg.REST})
}

// others are for anybody, and their requests are charged to the address.
func (cfg Config) others() map[string]http.Handler {
	if cfg.Explorer == nil {
		cfg.Explorer = http.HandlerFunc(notFound)
	}
	all := map[string]http.Handler{
		"/": cfg.Explorer, "/app/": cfg.App, "/objetos/": withCORS(cfg.Origins, filesOfPages, withShedding(cfg.Shed, cfg.Objetos)),
		"GET " + SealsPath: withShedding(cfg.Shed, cfg.Seals), "GET " + StatusPath: withShedding(cfg.Shed, cfg.Seals),
		"GET " + FilesPath: withCORS(cfg.Origins, filesOfPages, withShedding(cfg.Shed, cfg.Files)),
		CodesPath:          withShedding(cfg.Shed, cfg.Codes),
	}
	if cfg.Settings != nil {
		all["GET /config.json"] = withCORS(cfg.Origins, callsOfPages, settingsHandler(cfg.Settings))
	}
	if cfg.Logo != nil {
		all["GET "+logoPath] = cfg.Logo
	}
	return withoutNil(all)
}

func withoutNil(all map[string]http.Handler) map[string]http.Handler {
	maps.DeleteFunc(all, func(_ string, h http.Handler) bool { return h == nil })
	return all
}

func (cfg Config) charged(h http.Handler) http.Handler {
	if cfg.Charge == nil {
		return h
	}
	return cfg.Charge(h)
}

// chargedIf charges the requests that h answers before it reaches an API, which would charge them.
func (cfg Config) chargedIf(answersItself func(*http.Request) bool, h http.Handler) http.Handler {
	charged := cfg.charged(h)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if answersItself(r) {
			charged.ServeHTTP(w, r)
			return
		}
		h.ServeHTTP(w, r)
	})
}

func isPreflight(r *http.Request) bool { return r.Method == http.MethodOptions }

// isForMux reports whether the mux itself answers: "OPTIONS *", and a path that is not clean, with a redirect.
func isForMux(r *http.Request) bool {
	clean := path.Clean(r.URL.Path)
	return r.RequestURI == "*" || clean != r.URL.Path && clean+"/" != r.URL.Path
}

// FilesPath is the path below which verifiable files are.
const FilesPath = "/verificable/"

// SealsPath is the path below which a verifier finds the public keys of the sealed logs, and the newest checkpoint of the
// small one.
const SealsPath = "/.well-known/carpeta-sello/"

// StatusPath is the path below which the status lists of certified documents are.
const StatusPath = "/estado/"

// CodesPath is where a document is shown to whoever has a code.
const CodesPath = "/v/"

// notFound is the text for a person that opens an address without a page.
func notFound(w http.ResponseWriter, r *http.Request) {
	plain(w, http.StatusNotFound, fault.Say(r.Context(), "No existe. La API está en "+Path+"."))
}
