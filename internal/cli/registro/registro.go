package registro

import (
	"context"
	"encoding/json"
	"io"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/entidad"
)

// Line is an entity as the commands print it: a line of JSON.
type Line struct {
	EntidadID    string               `json:"entidadId"`
	Nombre       string               `json:"nombre"`
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
}

// printer writes lines of JSON.
func printer(out io.Writer) func(Line) error {
	lines := json.NewEncoder(out)
	return func(l Line) error { return lines.Encode(l) }
}

// printLine does something to an entity, and writes its line.
func printLine(out io.Writer, do func() (Line, error)) error {
	l, err := do()
	if err != nil {
		return err
	}
	return printer(out)(l)
}
