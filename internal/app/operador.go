package app

import (
	"context"
	"io"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/cliente"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/consola"
)

// subConsola is who acts when the token is made here: whoever can read the key.
const subConsola = "consola"

// operar runs a command of operadores against a running server.
func operar(ctx context.Context, c config.Comando, a config.Acceso, out, errw io.Writer) error {
	if a.Token == "" {
		emisor, err := auth.NuevoEmisor(c.Config.DataDir, time.Now)
		if err != nil {
			return err
		}
		if a.Token, err = emisor.Emitir(subConsola, auth.Operador, a.Operador, config.VigenciaToken); err != nil {
			return err
		}
	}
	k := consola.Consola{
		Cliente: cliente.New(a.URL, a.Token, consola.Plazo), Operador: a.Operador, JSON: a.Salida == "json", Out: out, Err: errw, Ahora: time.Now,
	}
	return k.Ejecutar(ctx, c)
}
