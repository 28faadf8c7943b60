package importar

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Direct writes into the stores, as the owner of the carpeta.
type Direct struct {
	documentos *documento.Servicio
	carpeta    carpeta.Carpeta
	quien      auth.Principal
}

// NewDirect finds the carpeta and its owner; NOT_FOUND if it is absent.
func NewDirect(ctx context.Context, documentos *documento.Servicio, carpetas carpeta.Store, carpetaID string) (*Direct, error) {
	c, err := carpetas.Carpeta(ctx, carpetaID)
	if err != nil {
		return nil, err
	}
	return &Direct{documentos, c, auth.Principal{Sub: c.CiudadanoID, Roles: []auth.Role{auth.Ciudadano}}}, nil
}

// Hashes walks the carpeta, a hundred documents at a time.
func (d *Direct) Hashes(ctx context.Context) (map[string]bool, error) {
	hashes := map[string]bool{}
	query := documento.Consulta{CarpetaID: d.carpeta.CarpetaID, Campo: documento.PorDocumentoID, Limite: relay.MaxPage}
	for {
		filas, err := d.documentos.Store.Listar(ctx, query)
		if err != nil || len(filas) == 0 {
			return hashes, err
		}
		claves := make([]documento.Clave, len(filas))
		for i, f := range filas {
			claves[i] = f.Clave()
		}
		complete, err := d.documentos.Store.Documentos(ctx, claves)
		if err != nil {
			return nil, err
		}
		for _, c := range complete {
			hashes[c.Hash] = true
		}
		if len(filas) < query.Limite {
			return hashes, nil
		}
		query.Desde = filas[len(filas)-1].ClaveOrden(query.Campo)
	}
}

// Upload uploads one file, a large one in parts: after a break, the same command goes on.
func (d *Direct) Upload(ctx context.Context, n documento.Nuevo, content Content) error {
	_, err := d.documentos.Importar(ctx, d.quien, d.carpeta.CarpetaID, n, content)
	return err
}
