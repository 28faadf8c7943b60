package entrega

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Filtro narrows a list of deliveries; an empty member does not filter. CiudadanoID and ModificadasDesde each have an index.
// The other members are tried on what one of these reads.
type Filtro struct {
	CiudadanoID      string
	ModificadasDesde time.Time
	Numero           string
	Estado           Estado
}

// MaxLlamadas bounds the work of one Consulta with a filter, in calls that look at 100 deliveries each.
const MaxLlamadas = 5

// PorCambio reports whether the order is that of the last changes, and not that of the announcements.
func (f Filtro) PorCambio() bool { return !f.ModificadasDesde.IsZero() }

// Clave is the place of a delivery in the order of the list.
func (f Filtro) Clave(e Entrega) string {
	if f.PorCambio() {
		return e.ClaveCambio()
	}
	return e.EntregaID
}

// ClaveCambio sorts the deliveries of an entity by their last change.
func (e Entrega) ClaveCambio() string {
	return documento.ClaveMomento(e.ModificadaEn) + "#" + e.EntregaID
}

// Criba reports whether the filter leaves out some of what its index has.
func (f Filtro) Criba() bool { return f.Numero != "" || f.Estado != "" }

// Incluye reports whether a delivery of the index passes.
func (f Filtro) Incluye(e Entrega, now time.Time) bool {
	return (f.Numero == "" || e.Declaracion.Numero == f.Numero) && (f.Estado == "" || e.Estado(now) == f.Estado)
}

// revisado refuses a filter that no index answers: an entity has any number of deliveries.
func (f Filtro) revisado() error {
	mal := fault.New(fault.BadUserInput, "Revise el filtro.")
	switch {
	case len(f.CiudadanoID) > maxCiudadanoID:
		return mal.WithCampo("filtro.ciudadanoId", "El identificador del ciudadano, de 1 a 128 caracteres.")
	case f.CiudadanoID != "" && f.PorCambio():
		return mal.WithCampo("filtro.modificadasDesde", "Indique ciudadanoId o modificadasDesde, no ambos: cada uno tiene su propio orden.")
	case f.CiudadanoID == "" && !f.PorCambio() && f.Criba():
		return mal.WithCampo("filtro", "Indique también ciudadanoId o modificadasDesde: numero y estado solos harían leer todas las entregas.")
	}
	return nil
}
