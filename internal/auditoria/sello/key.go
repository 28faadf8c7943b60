package sello

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const keyRunes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/"

// ValidKey says whether an object may have this key, on every store and file system.
func ValidKey(key string) error {
	if !fs.ValidPath(key) || key == "." || len(key) > 512 || strings.ContainsFunc(key, func(r rune) bool { return !strings.ContainsRune(keyRunes, r) }) {
		return fault.Wrap(fault.Internal, errors.New("not a key of an object: "+key))
	}
	return nil
}
