package importar

import (
	"context"
	"io"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Directo writes into the stores, as the owner of the carpeta.
type Directo struct {
	documentos *documento.Servicio
	carpeta    carpeta.Carpeta
	quien      auth.Principal
}

// NuevoDirecto finds the carpeta and its owner; NOT_FOUND if it is absent.
func NuevoDirecto(ctx context.Context, documentos *documento.Servicio, carpetas carpeta.Store, carpetaID string) (*Directo, error) {
	c, err := carpetas.Carpeta(ctx, carpetaID)
	if err != nil {
		return nil, err
	}
	return &Directo{documentos, c, auth.Principal{Sub: c.CiudadanoID, Roles: []auth.Rol{auth.Ciudadano}}}, nil
}

// Hashes walks the carpeta, a hundred documents at a time.
func (d *Directo) Hashes(ctx context.Context) (map[string]bool, error) {
	hashes := map[string]bool{}
	consulta := documento.Consulta{CarpetaID: d.carpeta.CarpetaID, Campo: documento.PorDocumentoID, Limite: relay.MaxPage}
	for {
		filas, err := d.documentos.Store.Listar(ctx, consulta)
		if err != nil || len(filas) == 0 {
			return hashes, err
		}
		claves := make([]documento.Clave, len(filas))
		for i, f := range filas {
			claves[i] = f.Clave()
		}
		completos, err := d.documentos.Store.Documentos(ctx, claves)
		if err != nil {
			return nil, err
		}
		for _, c := range completos {
			hashes[c.Hash] = true
		}
		if len(filas) < consulta.Limite {
			return hashes, nil
		}
		consulta.Desde = filas[len(filas)-1].ClaveOrden(consulta.Campo)
	}
}

// Subir uploads one file.
func (d *Directo) Subir(ctx context.Context, n documento.Nuevo, contenido io.Reader) error {
	_, err := d.documentos.Importar(ctx, d.quien, d.carpeta.CarpetaID, n, contenido)
	return err
}
