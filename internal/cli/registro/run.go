package registro

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
)

// Run carries out a command of a registry or of the catalogue.
func Run(ctx context.Context, where Registro, c config.Command, out io.Writer) error {
	switch c.Name {
	case config.CmdTipoList, config.CmdTipoSave:
		return runTipos(ctx, where, c, out)
	case config.CmdTramiteList, config.CmdTramiteSave, config.CmdTramiteEnd:
		return runTramites(ctx, where, c, out)
	}
	asked := c.Entidad.Alta
	alta := entidad.Alta{EntidadID: asked.ID, Nombre: asked.Nombre, NIT: asked.NIT, LlavesURL: asked.JWKSURL}
	for _, role := range asked.Roles {
		alta.Roles = append(alta.Roles, entidad.Rol(role))
	}
	if file := asked.JWKS; file != "" {
		jwks, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("--jwks: %w", err)
		}
		alta.Llaves = string(jwks)
	}
	print := func(l Line) error { return json.NewEncoder(out).Encode(l) }
	var l Line
	var err error
	switch baja := c.Entidad.Baja; {
	case c.Name == config.CmdEntidadList:
		return where.Lista(ctx, print)
	case c.Name == config.CmdEntidadAlta:
		l, err = where.Alta(ctx, alta)
	case baja.Llave != "":
		l, err = where.Revocar(ctx, baja.ID, baja.Llave, baja.Desde)
	default:
		l, err = where.Baja(ctx, baja.ID)
	}
	if err != nil {
		return err
	}
	return print(l)
}
