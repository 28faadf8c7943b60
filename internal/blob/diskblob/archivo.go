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
	marca     = "carpeta1"
	largoPie  = 4 + len(marca)
	maxRotulo = 4096
)

// rotulo is the knowledge of a file besides its bytes.
type rotulo struct {
	Hash          string `json:"hash"` // as verified at the upload
	TamanoBytes   int64  `json:"tamanoBytes"`
	TipoContenido string `json:"tipoContenido"`
}

func escribirRotulo(w io.Writer, obj documento.Objeto) error {
	texto, err := json.Marshal(rotulo{obj.Hash, obj.TamanoBytes, obj.TipoContenido})
	if err != nil {
		return err
	}
	pie := binary.BigEndian.AppendUint32(texto, uint32(len(texto)))
	_, err = w.Write(append(pie, marca...))
	return err
}

// archivo is a stored file, open. The embedded reader gives the content alone.
type archivo struct {
	*io.SectionReader
	rotulo
	f *os.File
}

func (a *archivo) Close() error { return a.f.Close() }

// abrir reads the label. The caller closes.
func (o *Objetos) abrir(nombre string) (*archivo, error) {
	f, err := o.raiz.Open(ruta(nombre))
	if err != nil {
		return nil, err
	}
	r, err := leerRotulo(f)
	if err != nil {
		f.Close()
		return nil, fault.Wrap(fault.Internal, fmt.Errorf("stored file %s: %w", nombre, err))
	}
	return &archivo{io.NewSectionReader(f, 0, r.TamanoBytes), r, f}, nil
}

func leerRotulo(f *os.File) (rotulo, error) {
	info, err := f.Stat()
	if err != nil {
		return rotulo{}, err
	}
	var pie [largoPie]byte
	if _, err := f.ReadAt(pie[:], info.Size()-int64(largoPie)); err != nil {
		return rotulo{}, errors.Join(errors.New("no label"), err)
	}
	largo := int64(binary.BigEndian.Uint32(pie[:4]))
	inicio := info.Size() - int64(largoPie) - largo
	if string(pie[4:]) != marca || largo > maxRotulo || inicio < 0 {
		return rotulo{}, errors.New("damaged label")
	}
	texto := make([]byte, largo)
	if _, err := f.ReadAt(texto, inicio); err != nil {
		return rotulo{}, err
	}
	var r rotulo
	if err := json.Unmarshal(texto, &r); err != nil {
		return rotulo{}, err
	}
	if r.TamanoBytes != inicio {
		return rotulo{}, fmt.Errorf("holds %d bytes, label says %d", inicio, r.TamanoBytes)
	}
	return r, nil
}
