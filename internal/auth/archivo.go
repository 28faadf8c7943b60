package auth

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// ArchivoSecreto reads a key file that only its owner may read, and creates it
// with nuevo's content the first time. Several processes may do so at once: one
// wins, all read the same.
func ArchivoSecreto(ruta string, nuevo func() ([]byte, error)) ([]byte, error) {
	contenido, err := leerSecreto(ruta)
	if !errors.Is(err, fs.ErrNotExist) {
		return contenido, err
	}
	if contenido, err = nuevo(); err != nil {
		return nil, err
	}
	if err := crearSecreto(ruta, contenido); err != nil {
		return nil, fmt.Errorf("cannot create the key file %s: %w", ruta, err)
	}
	return leerSecreto(ruta)
}

func leerSecreto(ruta string) ([]byte, error) {
	info, err := os.Stat(ruta)
	if err != nil {
		return nil, err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("others can read the key file %s (mode %04o): run chmod 600 %[1]s", ruta, info.Mode().Perm())
	}
	return os.ReadFile(ruta)
}

// crearSecreto writes beside and links into place, so that nobody ever reads half
// a key. A file that is there already stays.
func crearSecreto(ruta string, contenido []byte) error {
	if err := os.MkdirAll(filepath.Dir(ruta), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(ruta), ".llave-*") // mode 0600
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.Write(contenido)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Link(f.Name(), ruta); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

const largoClave = 32 // bytes, for HMAC-SHA256

// ClaveSecreta is a random key of 32 bytes kept in a file of its own, made the
// first time: what signs cursors and object URLs in the embedded profile.
func ClaveSecreta(ruta string) ([]byte, error) {
	clave, err := ArchivoSecreto(ruta, func() ([]byte, error) {
		nueva := make([]byte, largoClave)
		_, err := rand.Read(nueva)
		return nueva, err
	})
	if err != nil {
		return nil, err
	}
	if len(clave) != largoClave {
		return nil, fmt.Errorf("the key file %s has %d bytes instead of %d: move it away to get a new key", ruta, len(clave), largoClave)
	}
	return clave, nil
}
