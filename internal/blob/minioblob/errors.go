package minioblob

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// classes gives each S3 error code its meaning for the domain. A code that is not
// here (a wrong key, a throttled call, a broken disk) is UNAVAILABLE: an operator
// can mend it, so the caller should try again.
var classes = map[string]func() *fault.Error{
	minio.NoSuchKey:                notFound,
	minio.NoSuchVersion:            notFound,
	minio.PreconditionFailed:       alreadyExists,
	"ConditionalRequestConflict":   alreadyExists, // AWS: another upload of the same key is under way
	minio.BadDigest:                differs,
	minio.IncompleteBody:           differs,
	"InvalidDigest":                differs,
	"XAmzContentSHA256Mismatch":    differs,
	"XAmzContentChecksumMismatch":  differs,
	"EntityTooLarge":               differs,
	"X-Amz-Content-Sha256Mismatch": differs,
}

func notFound() *fault.Error { return fault.New(fault.NotFound, "No se encontró el archivo.") }

func alreadyExists() *fault.Error { return fault.New(fault.Conflict, "El archivo ya existe.") }

func differs() *fault.Error {
	return fault.New(fault.BadUserInput, "El contenido no coincide con el archivo anunciado.")
}

// classify is the one place where the SDK's errors become ours.
func classify(err error) error {
	var own *fault.Error
	if err == nil || errors.As(err, &own) {
		return err
	}
	refusal, known := classes[codeOf(err)]
	if !known {
		return fault.Wrap(fault.Unavailable, err)
	}
	return refusal().Because(err)
}

// notBegun are the answers 5xx of a store that has not begun with what it was asked.
var notBegun = []string{"SlowDown", "ServiceUnavailable", "XMinioServerNotInitialized"}

// classifyNaming is classifyParts for a request that gives a file its key. It tells a refusal from a failure after which
// the file may still get its key. A proxy that gave up, or an internal failure of the store, is no refusal.
func classifyNaming(err error) error {
	if err == nil || refused(err) {
		return classifyParts(err)
	}
	return fault.Wrap(fault.Unavailable, fmt.Errorf("%w: %w", documento.ErrSinDesenlace, err))
}

// statusClientClosed is how proxies say that their client gave up.
const statusClientClosed = 499

// refused reports whether a store has said that it does not do what it was asked, or could not be asked at all.
func refused(err error) bool {
	var (
		answer  minio.ErrorResponse
		network *net.OpError
	)
	switch {
	case errors.As(err, &answer) && (answer.StatusCode == http.StatusRequestTimeout || answer.StatusCode == statusClientClosed):
		return false
	case errors.As(err, &answer):
		return answer.StatusCode/100 == 4 || slices.Contains(notBegun, answer.Code)
	}
	return errors.As(err, &network) && network.Op == "dial"
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
