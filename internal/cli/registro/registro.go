package registro

import (
	"context"
	"encoding/json"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/entidad"
)

// Line is an entity as the commands print it: a line of JSON.
type Line struct {
	EntidadID    string               `json:"entidadId"`
	Nombre       string               `json:"nombre"`
	Roles        []entidad.Rol        `json:"roles"`
	NIT          string               `json:"nit,omitempty"`
	Activa       bool                 `json:"activa"`
	LlavesURL    string               `json:"llavesUrl,omitempty"`
	Llaves       json.RawMessage      `json:"llaves,omitempty"`
	Revocaciones []entidad.Revocacion `json:"revocaciones"`
	ModificadaEn time.Time            `json:"modificadaEn"`
}

// Registro is where the registry is.
type Registro interface {
	Alta(ctx context.Context, a entidad.Alta) (Line, error)
	Baja(ctx context.Context, entidadID string) (Line, error)
	// Revocar ends a key; since now if since is zero.
	Revocar(ctx context.Context, entidadID, llave string, since time.Time) (Line, error)
	// Lista gives each entity to print.
	Lista(ctx context.Context, print func(Line) error) error
	Tipos
	Tramites
}
