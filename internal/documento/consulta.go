package documento

import (
	"fmt"
	"slices"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

const (
	maxFilas = relay.MaxPage + 2 // the row before a page, and the one behind it
	maxTramo = 1000
)

// Consulta asks for a run of rows of one carpeta, walking an index.
type Consulta struct {
	CarpetaID   string
	Campo       CampoOrden
	Descendente bool // the direction of the walk, not of the page
	// Desde is the ClaveOrden to start after, empty for the beginning of the walk.
	// The document it names need not exist any more.
	Desde    string
	ConDesde bool // begin with the row of Desde itself, if it is there and passes the filter
	Filtro   Filtro
	Limite   int // rows wanted, 1–102
}

// Despues is the key after which the walk begins, empty if at the beginning of its Partes.
func (c Consulta) Despues() string {
	if c.ConDesde {
		return ""
	}
	return c.Desde
}

// Partes are the runs of keys that the walk looks at, in its order.
func (c Consulta) Partes() []Intervalo {
	partes := EnOrden(c.Filtro.Intervalos(c.Campo), c.Descendente)
	if !c.ConDesde || c.Desde == "" {
		return partes
	}
	for i := range partes {
		partes[i] = partes[i].con(c.Desde, c.Descendente)
	}
	return slices.DeleteFunc(partes, Intervalo.vacio)
}

// Validar refuses a query that no store can answer. Every store asks here first, so
// all of them refuse alike.
func (c Consulta) Validar() error {
	if c.CarpetaID == "" || !slices.Contains(CamposOrden, c.Campo) || c.Limite < 1 || c.Limite > maxFilas {
		return fault.Wrap(fault.InvalidPaginationArguments, fmt.Errorf("carpeta %q, order %q, limit %d", c.CarpetaID, c.Campo, c.Limite))
	}
	return ValidarDesde(c.Desde)
}

// Validar refuses a run that no store can read.
func (t Tramo) Validar() error {
	if t.CarpetaID == "" || t.Limite < 1 || t.Limite > maxTramo {
		return fault.Wrap(fault.InvalidPaginationArguments, fmt.Errorf("carpeta %q, limit %d", t.CarpetaID, t.Limite))
	}
	return nil
}

// ValidarDesde refuses a sort key without an id at its end; none at all is the beginning.
func ValidarDesde(clave string) error {
	if clave != "" && IDDeClave(clave) == "" {
		return fault.Plain(fault.InvalidCursorToken)
	}
	return nil
}

// IDDeClave is the id at the end of a sort key, value#id; empty if there is none.
func IDDeClave(clave string) string {
	if i := strings.LastIndexByte(clave, '#'); i >= 0 {
		return clave[i+1:]
	}
	return ""
}
