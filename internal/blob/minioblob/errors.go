package minioblob

import (
	"context"
	"errors"
	"fmt"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// clases gives each S3 error code its meaning for the domain. A code that is not
// here (a wrong key, a throttled call, a broken disk) is UNAVAILABLE: an operator
// can mend it, so the caller should try again.
var clases = map[string]fault.Code{
	minio.NoSuchKey:                fault.NotFound,
	minio.NoSuchVersion:            fault.NotFound,
	minio.PreconditionFailed:       fault.Conflict,
	"ConditionalRequestConflict":   fault.Conflict, // AWS: another upload of the same key is under way
	minio.BadDigest:                fault.BadUserInput,
	minio.IncompleteBody:           fault.BadUserInput,
	"InvalidDigest":                fault.BadUserInput,
	"XAmzContentSHA256Mismatch":    fault.BadUserInput,
	"XAmzContentChecksumMismatch":  fault.BadUserInput,
	"EntityTooLarge":               fault.BadUserInput,
	"X-Amz-Content-Sha256Mismatch": fault.BadUserInput,
}

var mensajes = map[fault.Code]string{
	fault.NotFound:     "No se encontró el archivo.",
	fault.Conflict:     "El archivo ya existe.",
	fault.BadUserInput: "El contenido no coincide con el archivo anunciado.",
}

// clasificar is the one place where the SDK's errors become ours.
func clasificar(err error) error {
	var propio *fault.Error
	if err == nil || errors.As(err, &propio) {
		return err
	}
	clase, conocido := clases[codigo(err)]
	if !conocido {
		return fault.Wrap(fault.Unavailable, err)
	}
	return fault.New(clase, mensajes[clase]).Because(err)
}

// clasificarBorrado knows in addition what a store says that refuses to delete for good:
// AWS answers AccessDenied for a locked version, MinIO InvalidRequest (WORM).
func clasificarBorrado(err error) error {
	switch codigo(err) {
	case minio.AccessDenied, "InvalidRequest", "ObjectLocked":
		return fault.New(fault.NotAllowed, "El archivo está protegido y no se puede borrar.").Because(err)
	case minio.NoSuchKey, minio.NoSuchVersion:
		return nil
	}
	return clasificar(err)
}

// ausente tells a missing object from a missing bucket: the 404 of a HEAD has
// no body, so S3 does not say which of the two it was.
func (o *Objetos) ausente(ctx context.Context, err error) error {
	if !errors.Is(err, fault.NotFound) {
		return err
	}
	if listo := o.Ready(ctx); listo != nil {
		return listo
	}
	return err
}

func (o *Objetos) sinBucket() error {
	return fault.Wrap(fault.Unavailable, fmt.Errorf("bucket %q does not exist: run `carpeta bootstrap`", o.cfg.Bucket))
}

func codigo(err error) string {
	var respuesta minio.ErrorResponse
	if errors.As(err, &respuesta) {
		return respuesta.Code
	}
	return ""
}
