package documento

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Desechado is a document in the bin: its deletion can be taken back until Hasta. No other list shows it.
type Desechado struct {
	Fila
	EliminacionID string    // eventoId of the deletion
	Desde         time.Time // when it went into the bin
	Hasta         time.Time // end of the undo window
}

// Visto is the document.
func (d Desechado) Visto() *Fila { return &d.Fila }

// EnPapelera reports whether the document is in the bin. It is locked there.
func (d Documento) EnPapelera() bool { return !d.PapeleraDesde.IsZero() }

// Listado reports whether the lists show the document, and the total of its carpeta counts it.
func (d Documento) Listado() bool { return d.Estado != Cargando && !d.EnPapelera() }

// Desechado is the row of the bin.
func (d Documento) Desechado() Desechado {
	return Desechado{Fila: d.Fila, EliminacionID: d.EliminacionID, Desde: d.PapeleraDesde, Hasta: d.PapeleraHasta}
}

// ClaveOrden sorts the bin by the moment at which documents went in. It tells both moments, so that a row of
// DynamoDB's index needs no attributes for them, and a page of 21 fits a unit of reading.
func (d Desechado) ClaveOrden() string {
	return ClaveMomento(d.Desde) + "#" + ClaveMomento(d.Hasta) + "#" + d.DocumentoID
}

// MomentosDeClave are Desde and Hasta of a ClaveOrden.
func MomentosDeClave(clave string) (desde, hasta time.Time, err error) {
	var ms [2]int64
	parts := strings.Split(clave, "#")
	for i := range ms {
		if len(parts) != 3 {
			return desde, hasta, fmt.Errorf("key %q of the bin", clave)
		}
		if ms[i], err = strconv.ParseInt(parts[i], 36, 64); err != nil {
			return desde, hasta, err
		}
	}
	return time.UnixMilli(ms[0]).UTC(), time.UnixMilli(ms[1]).UTC(), nil
}

// ClaveMomento sorts as time does, in nine letters: an item with it fits a unit of writing.
func ClaveMomento(t time.Time) string {
	ms := strconv.FormatInt(max(0, t.UnixMilli()), 36)
	return strings.Repeat("0", max(0, 9-len(ms))) + ms
}

// DeClaveMomento is the moment of a ClaveMomento, in milliseconds; zero if there is none.
func DeClaveMomento(clave string) time.Time {
	ms, err := strconv.ParseInt(clave, 36, 64)
	if err != nil || ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// ConsultaPapelera asks for a run of rows of a carpeta's bin.
type ConsultaPapelera struct {
	CarpetaID   string
	Descendente bool
	Desde       string // ClaveOrden to start after, empty for the beginning; its row need not exist any more
	Limite      int    // 1–102
}

// Validar refuses a query that no store can answer. Every store asks here first.
func (c ConsultaPapelera) Validar() error {
	return Consulta{CarpetaID: c.CarpetaID, Campo: PorFechaRecepcion, Desde: c.Desde, Limite: c.Limite}.Validar()
}

// Papelera reads a page of the bin of a carpeta that the caller was allowed to read; what went in last comes first.
func (s *Servicio) Papelera(ctx context.Context, quien auth.Principal, c carpeta.Carpeta, args relay.Args) (*relay.Connection[Desechado], error) {
	lista := relay.List[Desechado]{
		Cursors: s.Cursores, Clock: s.Clock, Scope: relay.NewScope("papelera", quien.Sub, c.CarpetaID),
		Key: Desechado.ClaveOrden,
		Walk: func(ctx context.Context, after string, backward bool, limit int) ([]Desechado, error) {
			return s.Store.Papelera(ctx, ConsultaPapelera{CarpetaID: c.CarpetaID, Descendente: !backward, Desde: after, Limite: limit})
		},
	}
	return lista.Page(ctx, args)
}
