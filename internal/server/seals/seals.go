package seals

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// handler serves what a sealer has.
type handler struct{ *sellado.Sellador }

// New serves what anybody may know of the sealed logs: the keys; and for those who verify documents without this
// deployment, whom it trusts, and the status lists that its key signs. Without a sealer there is the trust alone.
func New(s *sellado.Sellador, trust func(context.Context) ([]byte, error), all Lists, clock func() time.Time) http.Handler {
	h := handler{s}
	mux := http.NewServeMux()
	trusted := remember(trust, clock)
	mux.HandleFunc("GET "+site.SealsPath+"confianza.json", func(w http.ResponseWriter, r *http.Request) {
		text, err := trusted.get(r.Context())
		if err != nil {
			http.Error(w, "No se puede leer ahora. Intente más tarde.", http.StatusServiceUnavailable)
			return
		}
		write(w, "application/json", "public, max-age=300", text)
	})
	if s == nil {
		return mux
	}
	mux.HandleFunc("GET "+site.SealsPath+"llaves.txt", h.keys)
	mux.HandleFunc("GET "+site.SealsPath+"jwks.json", h.jwks)
	mux.Handle("GET "+site.StatusPath+"{number}", &lists{make: all, clock: clock, kept: map[int64]*remembered{}})
	return mux
}

// jwks gives the keys of the host to programs that read status lists and know nothing of logs. Those that ended are left
// out: a list is signed anew every day.
func (h handler) jwks(w http.ResponseWriter, _ *http.Request) {
	keys, err := h.Llaves().Publicas(sellado.Anfitrion)
	set := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{}}
	for _, k := range keys {
		if k.Until.IsZero() {
			set.Keys = append(set.Keys, verificable.LlaveDeLista(k.Public))
		}
	}
	text, malo := json.Marshal(set)
	if errors.Join(err, malo) != nil {
		http.Error(w, "No se puede leer ahora. Intente más tarde.", http.StatusServiceUnavailable)
		return
	}
	write(w, "application/jwk-set+json", "public, max-age=300", text)
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
