package app

import (
	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// bytesPosterior are the events of reads that wait in memory, at most, while the trail cannot be written.
const bytesPosterior = 16 << 20

// wireAuditoria has the use cases write down who reads what, and owners ask.
func (a *App) wireAuditoria(cursors *relay.Codec) {
	l := &auditoria.Lecturas{Rastro: a.p.store, Escribano: auditoria.Escribano{Clock: a.clock}, Metrics: a.metrics}
	if a.cfg.AuditoriaReads == config.Posterior {
		l.Posterior = auditoria.NewPosterior(a.p.store, a.metrics, bytesPosterior)
	}
	a.reads, a.accesses = l, &auditoria.Accesos{Rastro: a.trail, Cursores: cursors, Clock: a.clock}
	a.documentos.Auditoria, a.eliminaciones.Auditoria, a.entregas.Auditoria = l, l, l
}
