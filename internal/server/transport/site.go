package transport

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"
)

// SiteConfig is what the public address serves. API is required.
type SiteConfig struct {
	API      *API
	Explorer http.Handler                   // /; nil: 404
	Objetos  http.Handler                   // /objetos/, for the disk profile; nil: 404
	Settings func(r *http.Request) Settings // /config.json; nil: 404
	Origins  []string                       // of other sites whose pages may call the API
	TLS      bool                           // reached over TLS: browsers are told to insist on it
	Log      *slog.Logger
	Clock    func() time.Time
}

// Site is the public address: one mux, and around it what every answer has.
func Site(cfg SiteConfig) http.Handler {
	mux := http.NewServeMux()
	mux.Handle(Path, withCORS(cfg.Origins, callsOfPages, cfg.API))
	if cfg.Explorer == nil {
		cfg.Explorer = http.HandlerFunc(nothingHere)
	}
	for pattern, h := range map[string]http.Handler{"/": cfg.Explorer, "/objetos/": withCORS(cfg.Origins, filesOfPages, cfg.Objetos)} {
		if h != nil {
			mux.Handle(pattern, h)
		}
	}
	if cfg.Settings != nil {
		mux.Handle("GET /config.json", settingsHandler(cfg.Settings))
	}
	base := Config{Log: cfg.Log, Clock: cfg.Clock}.withDefaults()
	return withRequestID(withTrace(withHeaders(cfg.TLS, withAccessLog(base.Log, base.Clock, withRecovery(presenter{base.Log}, mux)))))
}

// nothingHere is what a person reads who opens an address without a page.
func nothingHere(w http.ResponseWriter, _ *http.Request) {
	plain(w, http.StatusNotFound, "No existe. La API está en "+Path+".")
}

// strictTransport: a year, as the preload list asks for.
const strictTransport = "max-age=31536000; includeSubDomains"

// withHeaders closes every answer to sniffing, framing and foreign code. Pages set
// a policy of their own.
func withHeaders(tls bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		if tls {
			h.Set("Strict-Transport-Security", strictTransport)
		}
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		if len(r.TransferEncoding) > 0 {
			h.Set("Connection", "close") // there may have been a length beside it, which net/http takes away (RFC 9112 §6.1)
		}
		next.ServeHTTP(w, r)
	})
}

// withRecovery answers INTERNAL where a handler panicked, unless it had answered.
func withRecovery(p presenter, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			if err, ok := v.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(v)
			}
			p.log.ErrorContext(r.Context(), "panic", "request_id", RequestID(r.Context()), "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
			if rec, ok := w.(*recorder); ok && rec.status != 0 {
				panic(http.ErrAbortHandler) // half an answer must not look like one
			}
			send(w, mediaJSON, http.StatusInternalServerError, failure(p.present(r.Context(), errPanic)))
		}()
		next.ServeHTTP(w, r)
	})
}
