package auth

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/carpeta-ciudadana/servidor/internal/ground/file"
)

// SecretFile reads a key file that only its owner may read, or root and the group
// of this program, and creates it with fresh's content the first time. Several
// processes may do so at once: one wins, all read the same.
func SecretFile(path string, fresh func() ([]byte, error)) ([]byte, error) {
	content, err := readSecret(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return content, err
	}
	if content, err = fresh(); err != nil {
		return nil, err
	}
	if err := createSecret(path, content); err != nil {
		return nil, fmt.Errorf("cannot create the key file %s: %w", path, err)
	}
	return readSecret(path)
}

func readSecret(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if want := narrowed(info.Mode().Perm(), isLent(info)); runtime.GOOS != "windows" && want != info.Mode().Perm() {
		return nil, fmt.Errorf("others can read the key file %s (mode %04o): run chmod %03o %[1]s", path, info.Mode().Perm(), want)
	}
	return os.ReadFile(path)
}

// narrowed is the mode that a key file should have: its owner alone may read it. A lent one is read by a group.
func narrowed(mode fs.FileMode, lent bool) fs.FileMode {
	if lent {
		return mode &^ 0o037
	}
	return mode &^ 0o077
}

func createSecret(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if err := file.Create(path, content); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

const keyBytes = 32 // bytes, for HMAC-SHA256

// SecretKey is a random key of 32 bytes kept in a file of its own, made the
// first time: what signs cursors and object URLs in the embedded profile.
func SecretKey(path string) ([]byte, error) {
	key, err := SecretFile(path, func() ([]byte, error) {
		fresh := make([]byte, keyBytes)
		_, err := rand.Read(fresh)
		return fresh, err
	})
	if err != nil {
		return nil, err
	}
	if len(key) != keyBytes {
		return nil, fmt.Errorf("the key file %s has %d bytes instead of %d: move it away to get a new key", path, len(key), keyBytes)
	}
	return key, nil
}
