package documento

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Esperadas knows which uploads by signed link are still waited for.
type Esperadas struct {
	Documentos interface {
		Documento(ctx context.Context, k Clave) (Documento, error)
	}
	Carpetas interface {
		Carpeta(ctx context.Context, carpetaID string) (carpeta.Carpeta, error)
	}
	Revocadas *auth.Revocations
}

// Espera refuses the upload for a document that is absent, or has its file: the signed link of an erased file would
// bring it back.
func (e Esperadas) Espera(ctx context.Context, k Clave) error {
	d, err := e.Documentos.Documento(ctx, k)
	switch {
	case errors.Is(err, fault.NotFound), err == nil && d.Estado != Cargando:
		return fault.New(fault.Forbidden, "El documento ya no espera un archivo.")
	case err == nil:
		return e.vigente(ctx, d)
	default:
		return err
	}
}

// vigente refuses the upload that was announced, or signed anew, with a token which its owner's revocation means: the
// link is what is left of that token.
func (e Esperadas) vigente(ctx context.Context, d Documento) error {
	if e.Revocadas.Len() == 0 {
		return nil
	}
	c, err := e.Carpetas.Carpeta(ctx, d.CarpetaID)
	if err == nil && e.Revocadas.Denies(auth.Principal{Sub: c.CiudadanoID, Issued: d.FechaUltimaModificacion}) {
		return fault.New(fault.Forbidden, "El permiso para subir este archivo fue revocado.")
	}
	return err
}
