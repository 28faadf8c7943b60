package app

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// bytesPosterior are the events of reads that wait in memory, at most, while the trail cannot be written.
const bytesPosterior = 16 << 20

// What is told together. Of refusals few events come, however many refusals: one a second for each cause,
// and for each of so many callers. Of the uses of one link that follow another, one a minute.
const (
	refusalsEvery, refusedCallers = time.Second, 64
	usesEvery, linksInUse         = time.Minute, 4096
)

// compas is longer than a page of looks takes, so that nobody tells by the clock whether something is hidden.
const compas = 50 * time.Millisecond

// compasOperador is longer than a list of the trail takes that looks at some thousand events in vain.
const compasOperador = 10 * time.Millisecond

// wireAuditoria has the use cases write down who reads what, and owners ask.
func (a *App) wireAuditoria(cursors *relay.Codec) {
	escribano := auditoria.Escribano{Clock: a.clock}
	trail := auditoria.ConAviso{Anotador: a.p.store, Avisar: func(m auditoria.Miradas) { a.dispatcher.Enviar(eliminacion.MensajeDeMiradas(m, a.clock())) }}
	l := &auditoria.Lecturas{Rastro: trail, Escribano: escribano, Metrics: a.metrics}
	if a.cfg.AuditoriaReads == config.Posterior {
		l.Posterior = auditoria.NewPosterior(trail, a.metrics, bytesPosterior)
	}
	a.reads = l
	a.accesses = &auditoria.Accesos{Rastro: a.trail, Cursores: cursors.Hidden(), Clock: a.clock, Compas: compas, Pausa: service.Pause}
	a.embargos = &auditoria.Embargador{Rastro: a.p.store, Guarda: a.guarda, Lecturas: l, Escribano: escribano, Clock: a.clock}
	a.documentos.Auditoria, a.eliminaciones.Auditoria, a.entregas.Auditoria = l, l, l
	a.refusals = &auditoria.Muestreo{Rastro: a.p.store, Escribano: escribano, Ventana: refusalsEvery, Max: refusedCallers, Metrics: a.metrics}
	a.sessions = auditoria.NewSesiones(auditoria.ConfigSesiones{Lecturas: l, Rastro: a.p.store, CarpetaDe: a.carpetaOf, Rechazos: a.refusals})
	uses := &auditoria.Muestreo{Rastro: trail, Escribano: escribano, Ventana: usesEvery, Max: linksInUse, Metrics: a.metrics}
	a.leaving = &documento.Salidas{Carpetas: a.p.store, Lecturas: l, Repetidas: uses}
}

// retenciones are how long the stores keep events.
func (a *App) retenciones() auditoria.Retenciones {
	const day = 24 * time.Hour
	return auditoria.Retenciones{Accesos: time.Duration(a.cfg.RetentionLooks) * day, Cambios: time.Duration(a.cfg.RetentionChanges) * day}
}

// carpetaOf is where the carpeta of a citizen is.
func (a *App) carpetaOf(ctx context.Context, ciudadanoID string) (carpetaID, operadorID string, err error) {
	c, err := a.p.store.CarpetaDeCiudadano(ctx, ciudadanoID)
	return c.CarpetaID, c.OperadorID, err
}

// served tells the trail that a link to a file is used.
func (a *App) served(ctx context.Context, u documento.Salida) error { return a.leaving.Anotar(ctx, u) }

// guarda is whose a carpeta is.
func (a *App) guarda(ctx context.Context, carpetaID string) (auditoria.Guarda, error) {
	c, err := a.p.store.Carpeta(ctx, carpetaID)
	return auditoria.Guarda{CarpetaID: c.CarpetaID, CiudadanoID: c.CiudadanoID, OperadorID: c.OperadorID}, err
}

// propia is the carpeta of a person, or "" if they have none.
func (a *App) propia(ctx context.Context, sub string) (string, error) {
	return a.carpetas.Conocidas.De(ctx, a.p.store, sub)
}
