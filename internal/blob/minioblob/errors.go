package minioblob

import (
	"context"
	"errors"
	"fmt"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// classes gives each S3 error code its meaning for the domain. A code that is not
// here (a wrong key, a throttled call, a broken disk) is UNAVAILABLE: an operator
// can mend it, so the caller should try again.
var classes = map[string]fault.Code{
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

var messages = map[fault.Code]string{
	fault.NotFound:     "No se encontró el archivo.",
	fault.Conflict:     "El archivo ya existe.",
	fault.BadUserInput: "El contenido no coincide con el archivo anunciado.",
}

// classify is the one place where the SDK's errors become ours.
func classify(err error) error {
	var own *fault.Error
	if err == nil || errors.As(err, &own) {
		return err
	}
	class, known := classes[codeOf(err)]
	if !known {
		return fault.Wrap(fault.Unavailable, err)
	}
	return fault.New(class, messages[class]).Because(err)
}

// classifyDeletion knows in addition what a store says that refuses to delete for good:
// AWS answers AccessDenied for a locked version, MinIO InvalidRequest (WORM).
func classifyDeletion(err error) error {
	switch codeOf(err) {
	case minio.AccessDenied, "InvalidRequest", "ObjectLocked":
		return fault.New(fault.NotAllowed, "El archivo está protegido y no se puede borrar.").Because(err)
	case minio.NoSuchKey, minio.NoSuchVersion:
		return nil
	}
	return classify(err)
}

// absent tells a missing object from a missing bucket: the 404 of a HEAD has
// no body, so S3 does not say which of the two it was.
func (o *Objetos) absent(ctx context.Context, err error) error {
	if !errors.Is(err, fault.NotFound) {
		return err
	}
	if ready := o.Ready(ctx); ready != nil {
		return ready
	}
	return err
}

func (o *Objetos) withoutBucket() error {
	return fault.Wrap(fault.Unavailable, fmt.Errorf("bucket %q does not exist: run `carpeta bootstrap`", o.cfg.Bucket))
}

func codeOf(err error) string {
	var answer minio.ErrorResponse
	if errors.As(err, &answer) {
		return answer.Code
	}
	return ""
}
