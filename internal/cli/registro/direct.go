package registro

import (
	"context"
	"encoding/json"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Direct is the registries and the catalogue in the stores.
type Direct struct {
	Entidades *entidad.Servicio
	Tipos     *tipo.Servicio
	Tramites  *tramite.Servicio
	Quien     auth.Principal
}

func lineOf(e entidad.Entidad, err error) (Line, error) {
	l := Line{
		EntidadID: e.EntidadID, Nombre: e.Nombre, Roles: e.Roles, NIT: e.NIT, Activa: e.Activa,
		LlavesURL: e.LlavesURL, Revocaciones: e.Revocaciones, ModificadaEn: e.ModificadaEn,
	}
	if e.Llaves != "" {
		l.Llaves = json.RawMessage(e.Llaves)
	}
	if l.Revocaciones == nil {
		l.Revocaciones = []entidad.Revocacion{}
	}
	return l, err
}

// Alta implements Registro.
func (d Direct) Alta(ctx context.Context, a entidad.Alta) (Line, error) {
	return lineOf(d.Entidades.Registrar(ctx, d.Quien, a))
}

// Baja implements Registro.
func (d Direct) Baja(ctx context.Context, entidadID string) (Line, error) {
	return lineOf(d.Entidades.Desactivar(ctx, d.Quien, entidadID))
}

// Revocar implements Registro.
func (d Direct) Revocar(ctx context.Context, entidadID, llave string, since time.Time) (Line, error) {
	return lineOf(d.Entidades.Revocar(ctx, d.Quien, entidadID, llave, since))
}

// Lista implements Registro.
func (d Direct) Lista(ctx context.Context, print func(Line) error) error {
	most := int32(relay.MaxPage)
	for after := (*string)(nil); ; {
		page, err := d.Entidades.Lista(ctx, d.Quien, relay.Args{First: &most, After: after})
		if err != nil {
			return err
		}
		for _, e := range page.Nodes() {
			l, _ := lineOf(e, nil)
			if err := print(l); err != nil {
				return err
			}
		}
		if len(page.Edges) < int(most) {
			return nil
		}
		after = &page.Edges[len(page.Edges)-1].Cursor
	}
}
