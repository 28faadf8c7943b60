package documento

import (
	"context"
	"io"
	"time"
)

// Objetos keeps the files: any S3, or a folder. Failures are *fault.Error:
// NOT_FOUND for a missing object, UNAVAILABLE if the store does not answer in
// time or has no bucket, NOT_ALLOWED if the store forbids it for good (object lock).
type Objetos interface {
	// PrepararCarga signs an upload of exactly this object: length, type and
	// SHA-256 are enforced by the store, an existing object is never overwritten.
	PrepararCarga(ctx context.Context, o Objeto, vence time.Duration) (Carga, error)
	// Describir verifies and describes the stored object, with the SHA-256 of the content.
	Describir(ctx context.Context, nombre string) (Objeto, error)
	// Guardar stores a file through the server itself (import). Same promises as an
	// upload: BAD_USER_INPUT if the content does not match o; CONFLICT if it exists.
	Guardar(ctx context.Context, o Objeto, contenido io.Reader) error
	// URLDescarga signs a short-lived GET that saves the file under the given name.
	URLDescarga(ctx context.Context, nombre, nombreArchivo, tipoContenido string, vence time.Duration) (string, error)
	// Abrir reads the current version.
	Abrir(ctx context.Context, nombre string) (io.ReadCloser, error)
	// Borrar removes every version, the current one last, and lists afterwards to
	// see that nothing is left. A missing object is success. If it fails before the
	// end, the current version may still be there: ask Existe.
	Borrar(ctx context.Context, nombre string) error
	// Existe reports whether the current version can be read.
	Existe(ctx context.Context, nombre string) (bool, error)
	// Bootstrap creates the bucket, versioned; calling it again changes nothing.
	Bootstrap(ctx context.Context) error
	// Ready returns nil if the store answers and has the bucket.
	Ready(ctx context.Context) error
}
