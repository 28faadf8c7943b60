package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// teller has the trail hear of what a command does. It is asked before the change: a change whose event was
// not taken is not made.
type teller interface {
	tell(ctx context.Context, h auditoria.Evento) error
}

// toldStore writes into the trail itself.
type toldStore struct{ auditoria.Anotador }

func (s toldStore) tell(ctx context.Context, h auditoria.Evento) error {
	return s.Anotar(ctx, auditoria.Escribano{}.Levantar(byConsole(ctx), h))
}

// notesFolder has, in the data folder of the embedded profile, what commands did beside the server that holds
// the data: one file for each event. The server writes them into the trail, within notesEvery or when it
// starts, and removes them.
const (
	notesFolder = "por-contar"
	notesEvery  = 2 * time.Second
	noteSuffix  = ".json"
	maxNote     = 16 << 10
)

// toldFolder leaves a note.
type toldFolder struct {
	dir   string // the data folder
	clock func() time.Time
}

// tell gives the note a correlation of its own: with it the server knows whether it has told of it.
func (f toldFolder) tell(_ context.Context, h auditoria.Evento) error {
	h.CorrelacionID, h.Datos = newID(), maps.Clone(h.Datos)
	h.Datos["pedidoEn"] = f.clock().UTC().Format(time.RFC3339)
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	dir := filepath.Join(f.dir, notesFolder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return replaceFile(filepath.Join(dir, h.CorrelacionID+noteSuffix), text)
}

// tellNotes writes what is noted into the trail. One that cannot be read stays, and keeps back no other.
func (a *App) tellNotes(ctx context.Context) error {
	return a.tellNotesOf(ctx, a.cfg.DataDir, os.Remove)
}

// tellNotesOf is tellNotes for any folder; done is called for each note that was told.
func (a *App) tellNotesOf(ctx context.Context, dataDir string, done func(path string) error) error {
	a.telling.Lock() // of two who tell one note, one would tell it again, and not find it
	defer a.telling.Unlock()
	dir := filepath.Join(dataDir, notesFolder)
	names, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	errs := []error{err}
	for _, n := range names { // in the order of their ids, which is that of time
		if strings.HasSuffix(n.Name(), noteSuffix) {
			errs = append(errs, a.tellNote(ctx, filepath.Join(dir, n.Name()), done))
		}
	}
	return errors.Join(errs...)
}

func (a *App) tellNote(ctx context.Context, path string, done func(path string) error) error {
	h, err := readNote(path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	told, err := a.hasTold(ctx, h, func(auditoria.Evento) bool { return true })
	if err == nil && !told {
		err = toldStore{a.p.store}.tell(ctx, h)
	}
	if err != nil {
		return err
	}
	return done(path)
}

func readNote(path string) (h auditoria.Evento, err error) {
	info, err := os.Lstat(path)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > maxNote) {
		err = errors.New("no note of a command")
	}
	if err != nil {
		return h, err
	}
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &h)
	}
	if err == nil && (h.Tipo == "" || h.CorrelacionID == "") {
		err = errors.New("no note of a command")
	}
	return h, err
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
