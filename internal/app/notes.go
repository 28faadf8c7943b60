package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/cli/notas"
)

// teller has the trail hear of what a command does. It is asked before the change: a change whose event was
// not taken is not made.
type teller interface {
	Tell(ctx context.Context, h auditoria.Evento) error
}

// toldStore writes into the trail itself.
type toldStore struct{ auditoria.Anotador }

func (s toldStore) Tell(ctx context.Context, h auditoria.Evento) error {
	return s.Anotar(ctx, auditoria.Escribano{}.Levantar(byConsole(ctx), h))
}

// notesEvery is how often the server looks for notes of commands.
const notesEvery = 2 * time.Second

// tellNotes writes what is noted into the trail. One that cannot be read stays, and keeps back no other.
func (a *App) tellNotes(ctx context.Context) error {
	return a.tellNotesOf(ctx, a.cfg.DataDir, os.Remove)
}

// tellNotesOf is tellNotes for any folder; done is called for each note that was told.
func (a *App) tellNotesOf(ctx context.Context, dataDir string, done func(path string) error) error {
	a.telling.Lock() // of two who tell one note, one would tell it again, and not find it
	defer a.telling.Unlock()
	paths, err := notas.Paths(dataDir)
	errs := []error{err}
	for _, path := range paths {
		errs = append(errs, a.tellNote(ctx, path, done))
	}
	return errors.Join(errs...)
}

func (a *App) tellNote(ctx context.Context, path string, done func(path string) error) error {
	h, err := notas.Read(path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	told, err := a.hasTold(ctx, h, func(auditoria.Evento) bool { return true })
	if err == nil && !told {
		err = toldStore{a.p.store}.Tell(ctx, h)
	}
	if err != nil {
		return err
	}
	return done(path)
}

// hasTold reports whether the trail has an event like this one: of its correlation and kind.
func (a *App) hasTold(ctx context.Context, h auditoria.Evento, same func(auditoria.Evento) bool) (bool, error) {
	es, err := a.p.store.Eventos(ctx, auditoria.Consulta{Filtro: auditoria.Filtro{CorrelacionID: h.CorrelacionID, Tipo: h.Tipo}, Limite: maxTold})
	for _, e := range es {
		if same(e) {
			return true, nil
		}
	}
	return false, err
}

// maxTold are the events that one thing has at most: a key begins, and ends.
const maxTold = 100
