package site

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// Crowded answers a request for which the listener has no room.
func Overloaded(log *slog.Logger) http.Handler {
	shows := present.Presenter{Log: log}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		full := fault.New(fault.Unavailable, "Hay demasiadas solicitudes a la vez en el servidor.").
			WithEspera(time.Second).WithRecuperacion("Intente de nuevo en unos segundos, con menos solicitudes a la vez.")
		reply.ProblemOf(full).Send(w, r, reply.JSON, shows)
	})
}
