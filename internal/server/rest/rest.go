package rest

import (
	_ "embed" // openapi.yaml
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// New makes a Face.
func New(cfg Config) *Face {
	f := &Face{cfg: cfg, routes: http.NewServeMux()}
	f.routes.HandleFunc(Events, f.onlyGet(f.events))
	f.routes.HandleFunc(OfOperador, f.onlyGet(f.events))
	f.routes.Handle(Description, cfg.Door.ChargeAddress(f.onlyGet(describe)))
	f.routes.Handle(Prefix, cfg.Door.ChargeAddress(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { f.send(w, r, nowhere()) })))
	return f
}

func (f *Face) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r, p := f.cfg.Door.Enter(r)
	if p != nil {
		f.send(w, r, p)
		return
	}
	f.routes.ServeHTTP(w, r)
}

func (f *Face) onlyGet(serve http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			f.send(w, r, f.cfg.Door.ChargeRefused(r.Context(), reply.MethodNotAllowed(http.MethodGet, "Solo se lee: use GET.")))
			return
		}
		serve(w, r)
	}
}

//go:embed openapi.yaml
var description []byte

func describe(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/yaml")
	_, _ = w.Write(description) // a client that left needs no answer
}

// events answers a request for the trail, in the way that it accepts.
func (f *Face) events(w http.ResponseWriter, r *http.Request) {
	start, route := f.cfg.Door.Clock(), instance(r)
	x, err := f.admit(w, r)
	if err != nil {
		f.cfg.Observe(route, string(err.Err.Code), f.cfg.Door.Clock().Sub(start))
		f.send(w, r, err)
		return
	}
	defer x.leave()
	if x.media != reply.JSON {
		f.export(w, x)
		return
	}
	code := f.list(w, x)
	f.cfg.Observe(route, code, f.cfg.Door.Clock().Sub(start))
}
