package diskblob

import (
	"io"
	"os"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// ReadFile opens a file of a data folder that another process may serve, by its path: fs.ErrNotExist if it is not there.
// What it is, it says itself; the reader gives its bytes, which nobody changes.
func ReadFile(root *os.Root, path string) (documento.Objeto, io.ReadCloser, error) {
	f, err := root.Open(path)
	if err != nil {
		return documento.Objeto{}, nil, err
	}
	l, err := readLabel(f)
	if err != nil {
		_ = f.Close()
		return documento.Objeto{}, nil, err
	}
	return documento.Objeto{Hash: l.Hash, TamanoBytes: l.TamanoBytes, TipoContenido: l.TipoContenido},
		&storedObject{io.NewSectionReader(f, 0, l.TamanoBytes), l, f}, nil
}
