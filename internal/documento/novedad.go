package documento

import (
	"fmt"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// TipoNovedad is what happened to a document.
type TipoNovedad string

// What happens to documents. What deletions do stands in their own history.
const (
	Llego  TipoNovedad = "LLEGO"  // it became visible, confirmed or delivered: its FechaRecepcion tells, nothing else is written
	Cambio TipoNovedad = "CAMBIO" // somebody corrected it, or its issuer took it back: a store writes it down with the change
)

// RetencionNovedades is how long news are kept: an hour more than anybody may ask for.
const RetencionNovedades = 25 * time.Hour

// Novedad is a change of a document other than by a deletion. It holds no personal data:
// who asks reads the document.
type Novedad struct {
	Clave
	Tipo TipoNovedad
	En   time.Time // UTC, milliseconds
}

// Llegada is the news that a document came.
func (f Fila) Llegada() Novedad {
	return Novedad{Clave: f.Clave(), Tipo: Llego, En: Milisegundos(f.FechaRecepcion)}
}

// Cambiada is the news of a document as a change leaves it. The time is its
// FechaUltimaModificacion: every change moves that, by a millisecond at least (Siguiente).
func (d Documento) Cambiada() Novedad {
	return Novedad{Clave: d.Clave(), Tipo: Cambio, En: Milisegundos(d.FechaUltimaModificacion)}
}

// ClaveOrden sorts a carpeta's news by time, and names one: a document changes once in a
// millisecond at most.
func (n Novedad) ClaveOrden() string {
	return n.En.UTC().Format(formatoOrden) + "#" + n.DocumentoID + "#" + string(n.Tipo)
}

// MomentoDeClave is the time that a ClaveOrden begins with.
func MomentoDeClave(clave string) (time.Time, error) {
	momento, _, _ := strings.Cut(clave, "#")
	return time.Parse(formatoOrden, momento)
}

// ExpiraEn is when it may be forgotten.
func (n Novedad) ExpiraEn() time.Time { return n.En.Add(RetencionNovedades) }

// Expirada reports whether it counts as absent at a moment.
func (n Novedad) Expirada(now time.Time) bool { return !now.Before(n.ExpiraEn()) }

// ConsultaNovedades asks for the changes of a carpeta's documents that were written down, oldest first.
type ConsultaNovedades struct {
	CarpetaID string
	Desde     time.Time // at this moment or later
	Despues   string    // ClaveOrden to start after instead; empty for Desde
	Limite    int       // 1–1000
}

const maxNovedades = 1000

// Validar refuses a query that no store can answer. Every store asks here first.
func (c ConsultaNovedades) Validar() error {
	if c.CarpetaID == "" || c.Limite < 1 || c.Limite > maxNovedades {
		return fault.Wrap(fault.InvalidPaginationArguments, fmt.Errorf("carpeta %q, limit %d", c.CarpetaID, c.Limite))
	}
	return ValidarDesde(c.Despues)
}

// Inicio is the ClaveOrden behind which the answer begins.
func (c ConsultaNovedades) Inicio() string {
	if c.Despues != "" {
		return c.Despues
	}
	return c.Desde.UTC().Format(formatoOrden)
}

// Siguiente is a moment for a change of a document: now, and always after the change before,
// whatever the clocks of two processes say. So news of one document keep their order.
func (d Documento) Siguiente(now time.Time) time.Time {
	now = Milisegundos(now)
	if !now.After(d.FechaUltimaModificacion) {
		return d.FechaUltimaModificacion.Add(time.Millisecond)
	}
	return now
}
