package token

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/store/datafolder"
)

// Console is the subject of a token that is made here, by a person that can read the key.
const Console = "consola"

// Issue prints a token. It needs the key file only: it works while a server has the data folder.
func Issue(c config.Command, out io.Writer) error {
	if !c.Config.LocalIssuer() {
		return errors.New("this configuration has an issuer of its own (CARPETA_AUTH_ISSUER): ask it for tokens")
	}
	if c.Token.TTL > c.Config.AuthTokenLife {
		return fmt.Errorf("--ttl is longer than CARPETA_AUTH_TOKEN_LIFE (%v): no server would take the token", c.Config.AuthTokenLife)
	}
	if err := datafolder.Make(c.Config.DataDir); err != nil {
		return err
	}
	emisor, err := auth.OpenEmisor(c.Config.DataDir, time.Now)
	if err != nil {
		return err
	}
	var permisos []auth.Permiso
	for _, p := range c.Token.Permisos {
		permisos = append(permisos, auth.Permiso(p))
	}
	token, err := emisor.Forgiving(c.Config.AuthClockSkew).Level(c.Token.ACR).Permitting(permisos...).Issue(c.Token.Sub, auth.Role(c.Token.Rol), c.Token.Of(), c.Token.TTL)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, token)
	return err
}

// Own is a token for a command. It never makes a key: of a folder that no server has it would open nothing.
func Own(dir string, role auth.Role, of string) (string, error) {
	if _, err := os.Stat(filepath.Join(dir, auth.EmisorFile)); err != nil {
		return "", fmt.Errorf("no key to make a token with (%w): name the server's data folder with --data-dir, or give --token", err)
	}
	emisor, err := auth.OpenEmisor(dir, time.Now)
	if err != nil {
		return "", err
	}
	return emisor.Issue(Console, role, of, config.TokenLifetime)
}
