package migrar

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
)

const documentos = string(cargo.Documentos)

// file sends the file of a document, and says whether it has one. The bucket compares the bytes with their SHA-256.
func (m *move) file(ctx context.Context, d documento.Documento) (bool, error) {
	m.sending <- struct{}{}
	defer func() { <-m.sending }()
	o, content, err := m.File(d.Clave())
	if errors.Is(err, fs.ErrNotExist) {
		if d.Estado == documento.Procesado {
			m.missing()
		}
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("file of document %s: %w", d.DocumentoID, err)
	}
	defer func() { _ = content.Close() }()
	o.Nombre = d.StoragePath
	m.count(Files, func(c *Count) { c.All++ })
	err = m.Objects.Guardar(ctx, o, content)
	if errors.Is(err, fault.Conflict) {
		return true, m.sameFile(ctx, o)
	}
	if err != nil {
		return false, fmt.Errorf("file of document %s: %w", d.DocumentoID, err)
	}
	m.count(Files, func(c *Count) { c.Written++; c.Compared++ })
	m.mu.Lock()
	defer m.mu.Unlock()
	m.r.Bytes += o.TamanoBytes
	return true, nil
}

func (m *move) missing() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.r.Missing++
}

// sameFile: what has the name already is that file.
func (m *move) sameFile(ctx context.Context, o documento.Objeto) error {
	there, err := m.Objects.Describir(ctx, o.Nombre)
	if err != nil {
		return err
	}
	if there.Hash != o.Hash || there.TamanoBytes != o.TamanoBytes {
		return fmt.Errorf("the bucket has another file in the place of %s: it is not of this migration; name an empty bucket with CARPETA_S3_BUCKET", o.Nombre)
	}
	m.count(Files, func(c *Count) { c.Same++; c.Compared++ })
	return nil
}

// erase takes away the files of an earlier run that the source has no more.
func (m *move) erase(ctx context.Context, carpetaID string, kept map[string]bool) error {
	for from := ""; ; {
		p, err := m.Objects.ObjetosDe(ctx, carpetaID, from, page)
		if err != nil {
			return err
		}
		for _, o := range p.Objetos {
			if kept[o.DocumentoID] {
				continue
			}
			if _, err := m.Objects.Borrar(ctx, documento.NombreObjeto(documento.Clave{CarpetaID: carpetaID, DocumentoID: o.DocumentoID})); err != nil {
				return err
			}
			m.count(Files, func(c *Count) { c.Removed++ })
		}
		if from = p.Siguiente; from == "" {
			return nil
		}
	}
}
