package eliminacion

import (
	"strconv"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// TipoNovedad is what happened in a carpeta.
type TipoNovedad string

// The kinds of news. Those of documents alone are documento.TipoNovedad.
const (
	DocumentoLlego                    = TipoNovedad(documento.Llego)
	DocumentoCambio                   = TipoNovedad(documento.Cambio)
	DocumentoBloqueado    TipoNovedad = "BLOQUEADO"    // a deletion began
	EliminacionAvanzo     TipoNovedad = "AVANZO"       // a deletion took a step; the document stays locked
	DocumentoDesbloqueado TipoNovedad = "DESBLOQUEADO" // a deletion ended, and the document is back
	DocumentoSeFue        TipoNovedad = "SE_FUE"       // a deletion was completed
	Recargar              TipoNovedad = "RECARGAR"     // load the lists: news begin here
)

// Novedad is one message to those who follow a carpeta. Who shows it reads the document as it
// is: so lists are right even if one of two news was heard twice.
type Novedad struct {
	Tipo        TipoNovedad
	Clave       documento.Clave // without DocumentoID if it is RECARGAR
	Eliminacion *Eliminacion    // at this step; nil unless a deletion tells it
	En          time.Time
	Cursor      string // its holder has everything up to here
}

// ID is the same if the same change is sent again.
func (n Novedad) ID() string {
	switch {
	case n.Eliminacion != nil:
		return n.Eliminacion.EventoID + ":" + strconv.FormatInt(n.Eliminacion.Secuencia, 10)
	case n.Tipo == Recargar:
		return string(Recargar) + ":" + n.Cursor
	}
	return documento.Novedad{Clave: n.Clave, Tipo: documento.TipoNovedad(n.Tipo), En: n.En}.ClaveOrden()
}

// NovedadDe is the news of a deletion's step.
func NovedadDe(e *Eliminacion) Novedad {
	return Novedad{
		Tipo: tipoNovedad(e), Clave: documento.Clave{CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID},
		Eliminacion: e, En: e.ultimoCambio(),
	}
}

func tipoNovedad(e *Eliminacion) TipoNovedad {
	switch {
	case e.Estado == Completada:
		return DocumentoSeFue
	case e.Estado.Terminal() && !e.FallidaSinArchivo():
		return DocumentoDesbloqueado
	case e.Secuencia == 1:
		return DocumentoBloqueado
	}
	return EliminacionAvanzo
}

// Llegada is the news that its document came; false if nobody knows when. A document that was locked soon afterwards
// may be in no list any more that shows it.
func (e *Eliminacion) Llegada() (documento.Novedad, bool) {
	if e.Recuerdo == nil || e.Recuerdo.FechaRecepcion.IsZero() {
		return documento.Novedad{}, false
	}
	clave := documento.Clave{CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID}
	return documento.Novedad{Clave: clave, Tipo: documento.Llego, En: e.Recuerdo.FechaRecepcion}, true
}

// NovedadDeDocumento is the news that a store wrote down.
func NovedadDeDocumento(n documento.Novedad) Novedad {
	return Novedad{Tipo: TipoNovedad(n.Tipo), Clave: n.Clave, En: n.En}
}

// HastaMomento is the last secuencia of those that were reached until a moment.
func (e *Eliminacion) HastaMomento(momento time.Time) (secuencia int64) {
	for _, c := range e.Historia {
		if c.En.After(momento) {
			break
		}
		secuencia = c.Secuencia
	}
	return secuencia
}

// Cruzo reports whether it ended, went on after an end, or left its wait in the bin, in a step after this secuencia
// and not after a moment: then it changed from one list of its carpeta to another (ClaveCambio).
func (e *Eliminacion) Cruzo(secuencia int64, hasta time.Time) bool {
	quieta := false
	for _, c := range e.Historia {
		ahora := c.Estado.Terminal() || e.EnPapelera && situacion{c.Estado, c.Paso} == enEspera
		if c.Secuencia > secuencia && quieta != ahora && !c.En.After(hasta) {
			return true
		}
		quieta = ahora
	}
	return false
}

// memoriaDeNovedades is the longest gap after which news go on.
const memoriaDeNovedades = 24 * time.Hour

// cursorDeNovedades is the kind of their cursors.
const cursorDeNovedades = "n1"

// CursorDeNovedades is the cursor of a client that has all news of a carpeta until a moment.
func CursorDeNovedades(carpetaID string, hasta time.Time) string {
	return relay.MomentCursor(cursorDeNovedades, carpetaID, hasta)
}

// NovedadesDesde is the moment of a cursor; false if it is none of this carpeta's, lies in the
// future, or so far back that news may be forgotten.
func NovedadesDesde(carpetaID, cursor string, now time.Time) (time.Time, bool) {
	return relay.OpenMoment(cursorDeNovedades, carpetaID, cursor, now.Add(-memoriaDeNovedades), now.Add(desvio))
}
