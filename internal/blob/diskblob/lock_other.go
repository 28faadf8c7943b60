//go:build !unix

package diskblob

import (
	"errors"
	"os"
)

// lockFile: here nothing is known that ends with its process.
func lockFile(*os.File) error { return errors.ErrUnsupported }
