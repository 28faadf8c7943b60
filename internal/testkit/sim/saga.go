package sim

import (
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// saga is a deletion as it is stored, and what it was, to compare it with what subscribers were told.
type saga struct {
	eliminacion.Eliminacion
	first        eliminacion.Eliminacion
	historia     []eliminacion.Cambio // every change that was ever stored, unbounded
	born         time.Duration
	fileVersions int // versions of the file when it began

	// Of a request to delete a certified document, as it was made:
	askedBy string
	expires time.Time
	wishes  []wish
}

// past is what the store kept of one thing, oldest first.
type past[T any] []version[T]

type version[T any] struct {
	at time.Duration
	is T
}

// asOf is the thing as it was at a moment; false if that is before its first form.
func (p past[T]) asOf(at time.Duration) (is T, was bool) {
	for _, v := range slices.Backward(p) {
		if v.at <= at {
			return v.is, true
		}
	}
	return is, false
}
