package app

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/archivado"
)

// archiveFolder is the archived trail in the data folder of the embedded profile.
const archiveFolder = "auditoria"

// wireArchive makes what archives the trail, and the trail that begins there and goes on in the store.
func (a *App) wireArchive() {
	a.archiver = archivado.New(archivado.Config{
		Rastro: a.p.store, Objetos: a.p.archive, Marcas: a.p.store, Dueno: a.archiverName(), Clock: a.clock, Log: a.log, Metrics: a.metrics,
	})
	a.trail = archivedTrail{a.p.store, a.archiver}
}

// archiverName names this process in the lease. Of the embedded profile's processes one at a time has the
// data folder: the next one need not wait for the end of a lease.
func (a *App) archiverName() string {
	if a.p.files != nil {
		return archiveFolder
	}
	return a.process
}

// storedTrail is the part of the trail that the store has.
type storedTrail interface {
	auditoria.Store
	auditoria.StoreEmbargos
}

// archivedTrail is the whole trail: lists of a time long ago, and events whose retention is over, are
// read from the archive.
type archivedTrail struct {
	storedTrail
	archive *archivado.Archivador
}

func (t archivedTrail) Eventos(ctx context.Context, c auditoria.Consulta) ([]auditoria.Evento, error) {
	return t.archive.Eventos(ctx, c)
}

func (t archivedTrail) Evento(ctx context.Context, operadorID, eventoID string) (auditoria.Evento, error) {
	return t.archive.Evento(ctx, operadorID, eventoID)
}
