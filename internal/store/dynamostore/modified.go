package dynamostore

import (
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// A lock and its end change a document that nobody read in that call. Their time is now, under
// the condition that it is later than the change before. If a clock that is ahead made that one, the failed condition
// brings the document along, and the change is made a millisecond after it.

// later is that condition.
const later = "(attribute_not_exists(#fechaUltimaModificacion) OR #fechaUltimaModificacion < :modified)"

// partOfDocument is the place of the document in these transactions; the saga is the first.
const partOfDocument = 1

// modified is a fechaUltimaModificacion.
func modified(at time.Time) types.AttributeValue { return text(at.UTC().Format(formatMs)) }

// afterLast changes a document now, or just after its last change.
func (s *Store) afterLast(change func(at time.Time) error) error {
	at := documento.Milisegundos(s.cfg.Clock())
	for {
		err := change(at)
		rs := reasons(err)
		if !failed(rs, partOfDocument) {
			return err
		}
		d, damaged := documentoOf(rs[partOfDocument].previous)
		if damaged != nil || d.FechaUltimaModificacion.Before(at) { // it was not the time
			return err
		}
		at = d.Siguiente(at)
	}
}

// isLockedBy reports whether a stored document is the saga's to change.
func isLockedBy(stored item, e eliminacion.Eliminacion) bool {
	l := reader{item: stored}
	return l.text(aEliminacionID) == e.EventoID
}
