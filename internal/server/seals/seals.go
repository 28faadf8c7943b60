package seals

import (
	"context"
	"net/http"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
)

// handler serves what a sealer has.
type handler struct{ *sellado.Sellador }

// Text makes a text that is the same for everybody.
type Text func(context.Context) ([]byte, error)

// New serves what anybody may know of the sealed logs: the keys; and for those who verify documents without this
// deployment, whom it trusts, the status lists that the key of the logs signs, and that key as a JWK. Without a sealer
// there is the trust alone.
func New(s *sellado.Sellador, trust, jwks Text, all Lists, clock func() time.Time) http.Handler {
	h := handler{s}
	mux := http.NewServeMux()
	publish := func(name string, text Text) {
		mux.Handle("GET "+site.SealsPath+name, published{remember(text, clock)})
	}
	publish("confianza.json", trust)
	if s == nil {
		return mux
	}
	publish("jwks.json", jwks)
	mux.HandleFunc("GET "+site.SealsPath+"llaves.txt", h.keys)
	mux.Handle("GET "+site.StatusPath+"{number}", &lists{make: all, clock: clock, kept: map[int64]*remembered{}})
	return mux
}

// published is a text as JSON.
type published struct{ text *remembered }

func (p published) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, err := p.text.get(r.Context())
	if err != nil {
		http.Error(w, "No se puede leer ahora. Intente más tarde.", http.StatusServiceUnavailable)
		return
	}
	write(w, "application/json", "public, max-age=300", text)
}

// keys gives the public keys of a log to anybody: of ?operador=ID, or of the host, which vouches for all of them.
func (h handler) keys(w http.ResponseWriter, r *http.Request) {
	keys, err := h.Llaves().Publicas(r.URL.Query().Get("operador"))
	if err != nil {
		http.Error(w, "No hay un registro con ese nombre.", http.StatusNotFound)
		return
	}
	writeText(w, "public, max-age=300", keys.Format())
}
