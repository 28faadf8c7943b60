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
	"github.com/carpeta-ciudadana/servidor/internal/cli/cliente"
	"github.com/carpeta-ciudadana/servidor/internal/cli/consola"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// subConsola is who acts when the token is made here: whoever can read the key.
const subConsola = "consola"

// operar runs a command of operadores against a running server.
func operar(ctx context.Context, c config.Comando, a config.Acceso, out, errw io.Writer) error {
	propio := a.Token == ""
	if propio {
		var err error
		if a.Token, err = tokenPropio(c.Config.DataDir, a.Operador); err != nil {
			return err
		}
	}
	k := consola.Consola{
		Cliente: cliente.New(a.URL, a.Token, consola.Plazo), Operador: a.Operador, JSON: a.Salida == "json", Out: out, Err: errw, Ahora: time.Now,
	}
	err := k.Ejecutar(ctx, c)
	var e *cliente.Error
	if propio && errors.As(err, &e) && e.Codigo == string(fault.Unauthenticated) {
		return fmt.Errorf("the key in %s is not that of the server at %s: name its data folder with --data-dir, or give --token", c.Config.DataDir, a.URL)
	}
	return err
}

// tokenPropio never makes a key: of a folder that no server has it would open nothing.
func tokenPropio(dir, operador string) (string, error) {
	if _, err := os.Stat(filepath.Join(dir, auth.ArchivoEmisor)); err != nil {
		return "", fmt.Errorf("no key to make a token with (%w): name the server's data folder with --data-dir, or give --token", err)
	}
	emisor, err := auth.NuevoEmisor(dir, time.Now)
	if err != nil {
		return "", err
	}
	return emisor.Emitir(subConsola, auth.Operador, operador, config.VigenciaToken)
}
