//go:build !unix

package file

import (
	"errors"
	"os"
)

// Lock fails: here is no lock that ends with its process.
func Lock(*os.File) error { return errors.ErrUnsupported }

// TryLock fails, as Lock.
func TryLock(*os.File) error { return errors.ErrUnsupported }
