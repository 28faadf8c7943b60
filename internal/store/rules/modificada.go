package rules

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// A lock and its end change a document that nobody read in that call. Their time is now, under the condition that it is
// later than the change before. If a clock that is ahead made that one, the failed condition brings the document along, and
// the change is made a millisecond after it.

// later: the change before was made at an earlier time.
func later(at time.Time) records.Cond {
	return records.Or(records.Absent(aModified), records.Less(aModified, records.Millis(at)))
}

// partOfDocument is the place of the document in these writes; the saga is the first.
const partOfDocument = 1

// afterLast changes a document now, or just after its last change.
func (s *Store) afterLast(change func(at time.Time) error) error {
	at := documento.Milisegundos(s.Clock())
	for {
		err := change(at)
		rs := records.RefusalsOf(err)
		if !rs.Of(partOfDocument) {
			return err
		}
		d, damaged := DocumentoDe(rs[partOfDocument].Item)
		if damaged != nil || d.FechaUltimaModificacion.Before(at) { // it was not the time
			return err
		}
		at = d.Siguiente(at)
	}
}
