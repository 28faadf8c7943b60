package app

import (
	"context"
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
)

// seals is what anybody may know of the sealed logs: the keys, and the small log's newest checkpoint.
func (a *App) seals() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+site.SealsPath+"llaves.txt", a.sealKeys)
	newest := &remembered{ask: a.smallCheckpoint, clock: a.clock}
	mux.HandleFunc("GET "+site.SealsPath+"checkpoint", func(w http.ResponseWriter, r *http.Request) {
		note, err := newest.get(r.Context())
		if err != nil {
			http.Error(w, "El registro de periodos todavía no ha comenzado, o no se puede leer. Intente más tarde.", http.StatusNotFound)
			return
		}
		writeText(w, "public, max-age=10", note)
	})
	return mux
}

// sealKeys gives the public keys of a log to anybody: of ?operador=ID, or of the small log.
func (a *App) sealKeys(w http.ResponseWriter, r *http.Request) {
	keys, err := a.sellador.Llaves().Publicas(r.URL.Query().Get("operador"))
	if err != nil {
		http.Error(w, "No hay un registro con ese nombre.", http.StatusNotFound)
		return
	}
	writeText(w, "public, max-age=300", keys.Format())
}

func writeText(w http.ResponseWriter, cache string, text []byte) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", cache)
	_, _ = w.Write(text)
}

// smallCheckpoint is the newest of the small log, with what its witnesses said.
func (a *App) smallCheckpoint(ctx context.Context) ([]byte, error) {
	l, err := a.sellador.Lector(sellado.Periodos)
	if err != nil {
		return nil, err
	}
	newest, err := l.Checkpoint(ctx)
	if err != nil {
		return nil, err
	}
	return a.sellador.Atestiguado(ctx, sellado.Periodos, newest)
}
