package app

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/file"
)

// newLlave makes a file of keys, and prints the public one of the small log. A file that is
// there stays: a key that is lost ends every log that it signed.
func newLlave(c config.LlaveNew, now time.Time, out io.Writer) error {
	if _, err := os.Lstat(c.Archivo); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("--archivo: %s is there already; a key is followed by another one with carpeta llave rotar", c.Archivo)
	}
	if _, err := openLlaves(c.Archivo, c.Nombre, now); err != nil {
		return err
	}
	return publicLlave(config.LlavePublic{Archivo: c.Archivo}, out)
}

// openLlaves reads a file of keys, and makes it the first time.
func openLlaves(path, name string, now time.Time) (sellado.Llaves, error) {
	text, err := auth.SecretFile(path, func() ([]byte, error) {
		seed, err := newSeed()
		if err != nil {
			return nil, err
		}
		l, err := sellado.CrearLlaves(name, seed, now)
		return l.Formato(), err
	})
	if err != nil {
		return sellado.Llaves{}, err
	}
	return parseLlaves(path, text)
}

// readLlaves reads a file of keys.
func readLlaves(path string) (sellado.Llaves, error) {
	text, err := auth.SecretFile(path, func() ([]byte, error) {
		return nil, errors.New("it is not there; make it with carpeta llave crear")
	})
	if err != nil {
		return sellado.Llaves{}, fmt.Errorf("keys of the sealed logs, %s: %w", path, err)
	}
	return parseLlaves(path, text)
}

func parseLlaves(path string, text []byte) (sellado.Llaves, error) {
	l, err := sellado.LeerLlaves(text)
	if err != nil {
		err = fmt.Errorf("keys of the sealed logs, %s: %w", path, err)
	}
	return l, err
}

// nextLlave adds a key to the file, which is replaced as a whole.
func nextLlave(c config.LlaveNext, now time.Time, out io.Writer) error {
	if !c.Desde.After(now) {
		return errors.New("--desde: a key may sign from a coming time on only: servers read the file when they start")
	}
	l, err := readLlaves(c.Archivo)
	if err != nil {
		return err
	}
	seed, err := newSeed()
	if err != nil {
		return err
	}
	if l, err = l.Rotar(seed, c.Desde); err != nil {
		return err
	}
	if err := file.Replace(c.Archivo, l.Formato()); err != nil {
		return err
	}
	return publicLlave(config.LlavePublic{Archivo: c.Archivo}, out)
}

// publicLlave prints public keys in the form that verificar reads.
func publicLlave(c config.LlavePublic, out io.Writer) error {
	l, err := readLlaves(c.Archivo)
	if err != nil {
		return err
	}
	keys, err := l.Publicas(c.Operador)
	if err != nil {
		return err
	}
	_, err = out.Write(keys.Format())
	return err
}

func newSeed() ([]byte, error) {
	seed := make([]byte, ed25519.SeedSize)
	_, err := rand.Read(seed)
	return seed, err
}
