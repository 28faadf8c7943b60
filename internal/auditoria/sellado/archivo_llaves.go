package sellado

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/file"
)

// AbrirLlaves reads a file of keys, and makes it the first time.
func AbrirLlaves(path, name string, now time.Time) (Llaves, error) {
	text, err := auth.SecretFile(path, func() ([]byte, error) {
		semilla, err := nuevaSemilla()
		if err != nil {
			return nil, err
		}
		l, err := CrearLlaves(name, semilla, now)
		return l.Formato(), err
	})
	if err != nil {
		return Llaves{}, err
	}
	return llavesDe(path, text)
}

// LeerArchivoDeLlaves reads a file of keys.
func LeerArchivoDeLlaves(path string) (Llaves, error) {
	text, err := auth.SecretFile(path, func() ([]byte, error) {
		return nil, errors.New("it is not there; make it with carpeta llave crear")
	})
	if err != nil {
		return Llaves{}, fmt.Errorf("keys of the sealed logs, %s: %w", path, err)
	}
	return llavesDe(path, text)
}

func llavesDe(path string, text []byte) (Llaves, error) {
	l, err := LeerLlaves(text)
	if err != nil {
		err = fmt.Errorf("keys of the sealed logs, %s: %w", path, err)
	}
	return l, err
}

// RotarArchivo adds a key to the file, which is replaced as a whole.
func RotarArchivo(path string, desde time.Time) error {
	l, err := LeerArchivoDeLlaves(path)
	if err != nil {
		return err
	}
	semilla, err := nuevaSemilla()
	if err != nil {
		return err
	}
	if l, err = l.Rotar(semilla, desde); err != nil {
		return err
	}
	return file.Replace(path, l.Formato())
}

func nuevaSemilla() ([]byte, error) {
	semilla := make([]byte, ed25519.SeedSize)
	_, err := rand.Read(semilla)
	return semilla, err
}
