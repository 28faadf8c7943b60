//go:build !unix

package respaldo

import "os"

// lockFile does nothing where no lock ends with its process.
func lockFile(*os.File) error { return nil }
