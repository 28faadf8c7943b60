package documento

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Archivo is the content of a file: from its beginning, or at any place.
type Archivo interface {
	io.Reader
	io.ReaderAt
}

// Importar uploads a file through the server itself, with the same checks. A large one goes in parts. An
// import that broke off left an upload that waits: this one goes on with it.
func (s *Servicio) Importar(ctx context.Context, quien auth.Principal, carpetaID string, n Nuevo, contenido Archivo) (Documento, error) {
	n, c, err := s.anunciable(ctx, quien, carpetaID, n)
	if err != nil {
		return Documento{}, err
	}
	n.PorPartes = n.TamanoBytes > s.tamanoParte()
	ctx = auditoria.ConAutor(ctx, quien, c.CiudadanoID)
	d, err := s.anunciar(ctx, c, n)
	if err != nil {
		return Documento{}, err
	}
	if d.Partes.Tamano > 0 {
		return s.importarPartes(ctx, c, d, contenido)
	}
	switch err := s.Objetos.Guardar(ctx, d.Objeto(), contenido); {
	case errors.Is(err, fault.Conflict): // the one before stored it
		return s.confirmar(ctx, c, s.Verificar(ctx, d))
	case err != nil:
		return Documento{}, err
	}
	return s.confirmar(ctx, c, s.visible(ctx, d))
}

// importarPartes sends the parts that are not there, one after the other, and confirms the whole, however
// long its verification takes.
func (s *Servicio) importarPartes(ctx context.Context, c carpeta.Carpeta, d Documento, contenido io.ReaderAt) (Documento, error) {
	d, err := s.abrir(ctx, d)
	if err != nil {
		return Documento{}, err
	}
	if err := s.guardarPartes(ctx, d, contenido); err != nil {
		return Documento{}, err
	}
	for conflictos := 0; ; {
		final, err := s.confirmar(ctx, c, s.Verificar(ctx, d))
		conflicto := fault.CodeOf(err) == fault.Conflict
		if conflicto {
			conflictos++
		}
		if fault.CodeOf(err) != fault.StillVerifying && !conflicto || conflictos == vecesVisible {
			return final, err
		}
		actual, otro := s.Store.Documento(ctx, d.Clave())
		if otro != nil || actual.Estado != Cargando {
			return actual, auth.Hidden(otro)
		}
		d = actual
		// An import that was killed while it confirmed holds the document until its reservation ends.
		if conflicto && !s.pausar(ctx, max(d.ReservadaHasta.Sub(s.Clock()), pausaOtra)) {
			return Documento{}, err
		}
	}
}

func (s *Servicio) guardarPartes(ctx context.Context, d Documento, contenido io.ReaderAt) error {
	recibidas, err := s.Objetos.PartesRecibidas(ctx, d.Objeto(), d.Partes.ID)
	if errors.Is(err, fault.NotFound) { // joined
		return nil
	}
	hay := map[int]string{}
	for _, p := range recibidas {
		hay[p.Numero] = p.Hash
	}
	for n := 1; err == nil && n <= int(d.Partes.Total(d.TamanoBytes)); n++ {
		err = s.guardarParte(ctx, d, n, hay[n], contenido)
	}
	return err
}

// guardarParte reads the part twice: once for its hash, once to send it.
func (s *Servicio) guardarParte(ctx context.Context, d Documento, numero int, hay string, contenido io.ReaderAt) error {
	p := Parte{Numero: numero, TamanoBytes: d.Partes.tamanoDe(numero, d.TamanoBytes)}
	trozo := io.NewSectionReader(contenido, int64(numero-1)*d.Partes.Tamano, p.TamanoBytes)
	suma := sha256.New()
	if _, err := io.Copy(suma, trozo); err != nil {
		return err
	}
	if p.Hash = hex.EncodeToString(suma.Sum(nil)); p.Hash == hay {
		return nil
	}
	if _, err := trozo.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return s.Objetos.GuardarParte(ctx, d.Objeto(), d.Partes.ID, p, trozo)
}
