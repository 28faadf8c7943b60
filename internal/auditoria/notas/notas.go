package notas

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/file"
)

// The notes lie in a folder of the data folder: one file for each event. The server writes them into the trail, soon
// or when it starts, and removes them.
const (
	folder  = "por-contar"
	suffix  = ".json"
	maxNote = 16 << 10
)

// Folder is a data folder.
type Folder struct {
	Dir   string
	Clock func() time.Time
}

// Tell leaves a note. Its event has a correlation of its own, by which the server finds it in the trail.
func (f Folder) Tell(_ context.Context, h auditoria.Evento) error {
	h.CorrelacionID, h.Datos = uuid.Must(uuid.NewV7()).String(), maps.Clone(h.Datos)
	h.Datos["pedidoEn"] = f.Clock().UTC().Format(time.RFC3339)
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	dir := filepath.Join(f.Dir, folder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return file.Replace(filepath.Join(dir, h.CorrelacionID+suffix), text)
}

// noted are the notes of a data folder in the order of their ids, which is that of time.
func noted(dataDir string) (paths []string, err error) {
	dir := filepath.Join(dataDir, folder)
	names, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, n := range names {
		if strings.HasSuffix(n.Name(), suffix) {
			paths = append(paths, filepath.Join(dir, n.Name()))
		}
	}
	return paths, err
}

// read reads a note.
func read(path string) (h auditoria.Evento, err error) {
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
