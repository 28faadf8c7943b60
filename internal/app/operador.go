package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/cli/consola"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// subConsola is the subject of a token that is made here, by a person that can read the key.
const subConsola = "consola"

// operar runs a command of operadores, or of auditors, against a running server.
func operar(ctx context.Context, c config.Command, a config.Access, rol auth.Role, out, errw io.Writer) error {
	own := a.Token == ""
	if own {
		var err error
		if a.Token, err = ownToken(c.Config.DataDir, rol, a.Operador); err != nil {
			return err
		}
	}
	k := consola.Consola{
		Client: client.New(a.URL, a.Token, consola.Timeout), Operador: a.Operador, JSON: a.Output == "json", Out: out, Err: errw, Clock: time.Now,
	}
	err := k.Run(ctx, c)
	var e *client.Error
	if own && errors.As(err, &e) && e.Code == string(fault.Unauthenticated) {
		return fmt.Errorf("the key in %s is not that of the server at %s: name its data folder with --data-dir, or give --token", c.Config.DataDir, a.URL)
	}
	return err
}

// ownToken never makes a key: of a folder that no server has it would open nothing.
func ownToken(dir string, role auth.Role, of string) (string, error) {
	if _, err := os.Stat(filepath.Join(dir, auth.EmisorFile)); err != nil {
		return "", fmt.Errorf("no key to make a token with (%w): name the server's data folder with --data-dir, or give --token", err)
	}
	emisor, err := auth.OpenEmisor(dir, time.Now)
	if err != nil {
		return "", err
	}
	return emisor.Issue(subConsola, role, of, config.TokenLifetime)
}
