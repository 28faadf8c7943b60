package consola

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/cli/token"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Run carries out a command of operadores, or of auditors, against a running server.
func Run(ctx context.Context, c config.Command, a config.Access, rol auth.Role, out, errw io.Writer) error {
	own := a.Token == ""
	if own {
		var err error
		if a.Token, err = token.Own(c.Config.DataDir, rol, a.Operador); err != nil {
			return err
		}
	}
	k := Consola{
		Client: client.New(a.URL, a.Token, Timeout), Operador: a.Operador, JSON: a.Output == "json", Out: out, Err: errw, Clock: time.Now,
	}
	err := k.Run(ctx, c)
	var e *client.Error
	if own && errors.As(err, &e) && e.Code == string(fault.Unauthenticated) {
		return fmt.Errorf("the key in %s is not that of the server at %s: name its data folder with --data-dir, or give --token", c.Config.DataDir, a.URL)
	}
	return err
}
