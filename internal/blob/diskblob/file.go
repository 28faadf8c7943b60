package diskblob

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// A stored file is the content, then its label as JSON, then the label's length
// (4 bytes, big endian) and a mark. One file is one name, so that content and
// label can appear and vanish only together; and with the content at the front
// most programs open it as it is.
const (
	magic        = "carpeta1"
	footerLength = 4 + len(magic)
	maxLabel     = 4096
)

// label is the knowledge of a file besides its bytes.
type label struct {
	Hash          string `json:"hash"` // as verified at the upload
	TamanoBytes   int64  `json:"tamanoBytes"`
	TipoContenido string `json:"tipoContenido"`
}

func writeLabel(w io.Writer, obj documento.Objeto) error {
	text, err := json.Marshal(label{obj.Hash, obj.TamanoBytes, obj.TipoContenido})
	if err != nil {
		return err
	}
	footer := binary.BigEndian.AppendUint32(text, uint32(len(text)))
	_, err = w.Write(append(footer, magic...))
	return err
}

// storedObject is a stored file, open. The embedded reader gives the content alone.
type storedObject struct {
	*io.SectionReader
	label
	f *os.File
}

func (a *storedObject) Close() error { return a.f.Close() }

// openFile reads the label. The caller closes.
func (o *Objetos) openFile(name string) (*storedObject, error) {
	f, err := o.root.Open(pathOf(name))
	if err != nil {
		return nil, err
	}
	r, err := readLabel(f)
	if err != nil {
		f.Close()
		return nil, fault.Wrap(fault.Internal, fmt.Errorf("stored file %s: %w", name, err))
	}
	return &storedObject{io.NewSectionReader(f, 0, r.TamanoBytes), r, f}, nil
}

func readLabel(f *os.File) (label, error) {
	info, err := f.Stat()
	if err != nil {
		return label{}, err
	}
	var footer [footerLength]byte
	if _, err := f.ReadAt(footer[:], info.Size()-int64(footerLength)); err != nil {
		return label{}, errors.Join(errors.New("no label"), err)
	}
	length := int64(binary.BigEndian.Uint32(footer[:4]))
	start := info.Size() - int64(footerLength) - length
	if string(footer[4:]) != magic || length > maxLabel || start < 0 {
		return label{}, errors.New("damaged label")
	}
	text := make([]byte, length)
	if _, err := f.ReadAt(text, start); err != nil {
		return label{}, err
	}
	var r label
	if err := json.Unmarshal(text, &r); err != nil {
		return label{}, err
	}
	if r.TamanoBytes != start {
		return label{}, fmt.Errorf("holds %d bytes, label says %d", start, r.TamanoBytes)
	}
	return r, nil
}
