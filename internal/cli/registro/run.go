package registro

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
)

// Run carries out a command of the registry.
func Run(ctx context.Context, where Registro, c config.Command, out io.Writer) error {
	alta := entidad.Alta{EntidadID: c.Entidad.Alta.ID, Nombre: c.Entidad.Alta.Nombre, LlavesURL: c.Entidad.Alta.JWKSURL}
	if file := c.Entidad.Alta.JWKS; file != "" {
		jwks, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("--jwks: %w", err)
		}
		alta.Llaves = string(jwks)
	}
	baja := c.Entidad.Baja
	switch {
	case c.Name == config.CmdEntidadAlta:
		return printLine(out, func() (Line, error) { return where.Alta(ctx, alta) })
	case c.Name == config.CmdEntidadList:
		return where.Lista(ctx, printer(out))
	case baja.Llave != "":
		return printLine(out, func() (Line, error) { return where.Revocar(ctx, baja.ID, baja.Llave, baja.Desde) })
	default:
		return printLine(out, func() (Line, error) { return where.Baja(ctx, baja.ID) })
	}
}
