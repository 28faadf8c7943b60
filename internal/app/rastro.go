package app

import (
	"net/http"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/server/rest"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// slowTrail is how long a query of the trail may take before it is logged, without what it asked for.
const slowTrail = 100 * time.Millisecond

func (a *App) wireRastro(cursors *relay.Codec) {
	a.rastro = &auditoria.Consultas{
		Rastro: a.trail, Seguido: func() auditoria.Seguido { return a.archiver.Seguidor() },
		Cursores: cursors.Hidden(), Lecturas: a.reads, Propia: a.propia, Guarda: a.guarda, Compas: compasOperador, Pausa: service.Pause, Lenta: slowTrail, Clock: a.clock, Log: a.log,
	}
	if a.cfg.Profile == config.Distributed {
		a.rastro.Asentamiento = auditoria.Asentamiento // the embedded store gives the order itself
	}
}

// observeREST times a request; its trace has no exemplar.
func (a *App) observeREST(kind, code string, d time.Duration) {
	a.metrics.ObserveRequest(kind, code, d, "")
}

// rest is the second face of the trail.
func (a *App) rest(api *transport.API) http.Handler {
	return rest.New(rest.Config{Trail: a.rastro, Door: api.Door(), Observe: a.observeREST})
}
