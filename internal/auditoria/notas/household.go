package notas

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// notesEvery is how often the server looks for notes of commands.
const notesEvery = 2 * time.Second

// maxTold are the events that one thing has at most: a key begins, and ends.
const maxTold = 100

// Household tells the trail what was done to this installation outside of its use cases: other keys for its seals, and
// what commands noted beside it. An event that cannot be written now is written later.
type Household struct {
	Trail interface {
		auditoria.Anotador
		Eventos(ctx context.Context, c auditoria.Consulta) ([]auditoria.Evento, error)
	}
	Keys  []auditoria.Evento // the states of the keys that this process signs with
	Dir   string             // the data folder in which commands leave notes; "": none
	Clock func() time.Time
	Log   *slog.Logger

	telling sync.Mutex // of two who tell one note, one would tell it again, and not find it
}

// Run tells until ctx ends.
func (h *Household) Run(ctx context.Context) error {
	for toldKeys := false; ctx.Err() == nil; {
		var err error
		if !toldKeys {
			err = h.TellKeys(ctx)
			toldKeys = err == nil
		}
		if err = errors.Join(err, h.TellNotes(ctx)); err != nil && ctx.Err() == nil {
			h.Log.Warn("the trail could not be told of a change of keys or revocations; tried again", "error", err)
		}
		_ = service.Pause(ctx, notesEvery) // fails at the end of ctx only
	}
	return nil
}

// TellKeys tells each state of a key once.
func (h *Household) TellKeys(ctx context.Context) error {
	for _, k := range h.Keys {
		told, err := h.hasTold(ctx, k, func(e auditoria.Evento) bool { return maps.Equal(e.Datos, k.Datos) })
		if err == nil && !told {
			err = h.Trail.Anotar(ctx, auditoria.Escribano{Clock: h.Clock}.Levantar(ctx, k))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// TellNotes writes what is noted into the trail. One that cannot be read stays, and keeps back no other.
func (h *Household) TellNotes(ctx context.Context) error {
	if h.Dir == "" {
		return nil
	}
	return h.TellNotesOf(ctx, h.Dir, os.Remove)
}

// TellNotesOf is TellNotes for any data folder; done is called for each note that the trail has.
func (h *Household) TellNotesOf(ctx context.Context, dataDir string, done func(path string) error) error {
	h.telling.Lock()
	defer h.telling.Unlock()
	paths, err := noted(dataDir)
	errs := []error{err}
	for _, path := range paths {
		errs = append(errs, h.tellNote(ctx, path, done))
	}
	return errors.Join(errs...)
}

func (h *Household) tellNote(ctx context.Context, path string, done func(path string) error) error {
	e, err := read(path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	told, err := h.hasTold(ctx, e, func(auditoria.Evento) bool { return true })
	if err == nil && !told {
		err = Trail{h.Trail}.Tell(ctx, e)
	}
	if err != nil {
		return err
	}
	return done(path)
}

// hasTold reports whether the trail has an event like this one: of its correlation and kind.
func (h *Household) hasTold(ctx context.Context, e auditoria.Evento, same func(auditoria.Evento) bool) (bool, error) {
	es, err := h.Trail.Eventos(ctx, auditoria.Consulta{Filtro: auditoria.Filtro{CorrelacionID: e.CorrelacionID, Tipo: e.Tipo}, Limite: maxTold})
	for _, e := range es {
		if same(e) {
			return true, nil
		}
	}
	return false, err
}
