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

// New serves what anybody may know of the sealed logs: the keys, and the small log's newest checkpoint; and for those who
// verify documents without this deployment, whom it trusts, and the status lists that its key signs.
func New(s *sellado.Sellador, trust func(context.Context) ([]byte, error), all Lists, clock func() time.Time) http.Handler {
	h := handler{s}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+site.SealsPath+"llaves.txt", h.keys)
	newest := remember(h.smallCheckpoint, clock)
	mux.HandleFunc("GET "+site.SealsPath+"checkpoint", func(w http.ResponseWriter, r *http.Request) {
		note, err := newest.get(r.Context())
		if err != nil {
			http.Error(w, "El registro de periodos todavía no ha comenzado, o no se puede leer. Intente más tarde.", http.StatusNotFound)
			return
		}
		writeText(w, "public, max-age=10", note)
	})
	trusted := remember(trust, clock)
	mux.HandleFunc("GET "+site.SealsPath+"confianza.json", func(w http.ResponseWriter, r *http.Request) {
		text, err := trusted.get(r.Context())
		if err != nil {
			http.Error(w, "No se puede leer ahora. Intente más tarde.", http.StatusServiceUnavailable)
			return
		}
		write(w, "application/json", "public, max-age=300", text)
	})
	mux.Handle("GET "+site.StatusPath+"{number}", &lists{make: all, clock: clock, kept: map[int64]*remembered{}})
	return mux
}

// keys gives the public keys of a log to anybody: of ?operador=ID, or of the small log.
func (h handler) keys(w http.ResponseWriter, r *http.Request) {
	keys, err := h.Llaves().Publicas(r.URL.Query().Get("operador"))
	if err != nil {
		http.Error(w, "No hay un registro con ese nombre.", http.StatusNotFound)
		return
	}
	writeText(w, "public, max-age=300", keys.Format())
}

// smallCheckpoint is the newest of the small log, with what its witnesses said.
func (h handler) smallCheckpoint(ctx context.Context) ([]byte, error) {
	l, err := h.Lector(sellado.Periodos)
	if err != nil {
		return nil, err
	}
	newest, err := l.Checkpoint(ctx)
	if err != nil {
		return nil, err
	}
	return h.Atestiguado(ctx, sellado.Periodos, newest)
}
