package documento

import (
	"context"
	"errors"
	"io"
	"time"
)

// ErrSinDesenlace is the cause of a failure of which nobody knows whether the store did what it was asked, or will still
// do it: its answer was cut off, or did not come in time.
var ErrSinDesenlace = errors.New("the object store's answer is missing: the file may still get its name")

// Objetos keeps the files: any S3, or a folder. Failures are *fault.Error:
// NOT_FOUND for a missing object, UNAVAILABLE if the store does not answer in
// time or has no bucket, NOT_ALLOWED if the store forbids it for good (object lock).
type Objetos interface {
	ObjetosPorPartes
	// PrepararCarga signs an upload of exactly this object: length, type and
	// SHA-256 are enforced by the store, an existing object is never overwritten.
	PrepararCarga(ctx context.Context, o Objeto, vence time.Duration) (Carga, error)
	// Recibida verifies the upload of o: NOT_FOUND if none arrived, BAD_USER_INPUT if it
	// is another file than announced. A nil function says that the file has its name already.
	// Otherwise the function gives it its name: these very bytes, or nothing. Until then only uploads
	// reach it. It may be called again, and by several. If it fails, the file does not get its name because of this
	// call, unless the failure is ErrSinDesenlace.
	Recibida(ctx context.Context, o Objeto) (fijar func(context.Context) error, err error)
	// CerrarCarga ends the upload of a file that has its name: the upload's own bytes go, and its
	// signed link stores nothing any more.
	CerrarCarga(ctx context.Context, nombre string) error
	// AnularCarga ends an upload that is not wanted any more, whatever arrived: its signed links, which are
	// good still, store nothing from now on.
	AnularCarga(ctx context.Context, nombre string) error
	// BorrarResto removes what lies beside the file of that name, once no signed link is good any
	// more. A missing one is success.
	BorrarResto(ctx context.Context, nombre string) error
	// Restos lists what uploads left beside the files; none where uploads get the file's name at once.
	Restos(ctx context.Context, desde string, limite int) (PaginaRestos, error)
	// Describir verifies and describes the stored object, with the SHA-256 of the content.
	Describir(ctx context.Context, nombre string) (Objeto, error)
	// Guardar stores a file through the server itself (import). Same promises as an
	// upload: BAD_USER_INPUT if the content does not match o; CONFLICT if it exists.
	Guardar(ctx context.Context, o Objeto, contenido io.Reader) error
	// URLDescarga signs a short-lived GET that saves the file under the given name.
	URLDescarga(ctx context.Context, nombre, nombreArchivo, tipoContenido string, vence time.Duration) (string, error)
	// URLVista signs a short-lived GET that shows the file in the browser as this type.
	// BAD_USER_INPUT for a type that no browser may show, see EsTipoVista.
	URLVista(ctx context.Context, nombre, nombreArchivo, tipoVista string, vence time.Duration) (string, error)
	// Comienzo reads the first bytes of the current version, at most n of them, and names that version.
	Comienzo(ctx context.Context, nombre string, n int64) (Comienzo, error)
	// Abrir reads the current version from its byte desde on, which is before its end.
	Abrir(ctx context.Context, nombre string, desde int64) (io.ReadCloser, error)
	// Borrar removes every version, the current one last, and lists afterwards to see that
	// nothing is left. The upload is closed first. A missing object is success. If it fails before the
	// end, the current version may still be there: ask Existe. It says how many versions this call
	// erased, also when it fails: at least so many.
	Borrar(ctx context.Context, nombre string) (versiones int, err error)
	// BorrarVarios is Borrar for up to 8 objects at a time: a result for each, in their order. Where the one version
	// that there should be is known it goes first, and is counted once the store says that it is gone; then one look
	// proves that nothing is left. Whatever is left goes as with Borrar.
	BorrarVarios(ctx context.Context, os []VersionObjeto) []Borrado
	// Existe reports whether the current version can be read.
	Existe(ctx context.Context, nombre string) (bool, error)
	// Bootstrap creates the bucket, versioned; calling it again changes nothing.
	Bootstrap(ctx context.Context) error
	// Ready returns nil if the store answers and has the bucket.
	Ready(ctx context.Context) error
}

// Comienzo is what one look at a file shows.
type Comienzo struct {
	Bytes   []byte
	Version string // empty where files have no versions
}

// VersionObjeto names an object that is to go, and the version that was stored; empty if nobody knows it.
type VersionObjeto struct{ Nombre, Version string }

// Borrado is how the deletion of one object of several ended; see Objetos.Borrar.
type Borrado struct {
	Versiones int
	Err       error
}

// Resto is what an upload left beside the files.
type Resto struct {
	Clave
	Modificado time.Time
}

// PaginaRestos is a run of them.
type PaginaRestos struct {
	Restos    []Resto
	Siguiente string // where to go on; empty at the end
}
