package eliminacion

import (
	"fmt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

const (
	maxDeCarpeta = relay.MaxPage + 1 // one more than a page tells whether there is a next one
	maxClaves    = 1000
	maxCambios   = 1000
)

// Validar refuses a query that no store can answer. Every store asks here first, so
// all of them refuse alike.
func (c ConsultaCarpeta) Validar() error {
	if c.CarpetaID == "" || c.Limite < 1 || c.Limite > maxDeCarpeta {
		return fault.Wrap(fault.InvalidPaginationArguments, fmt.Errorf("carpeta %q, limit %d", c.CarpetaID, c.Limite))
	}
	return documento.ValidarDesde(c.Desde)
}

// Validar refuses a query that no store can answer.
func (c ConsultaOperador) Validar() error {
	if c.Limite < 1 || c.Limite > maxClaves {
		return fault.Wrap(fault.InvalidPaginationArguments, fmt.Errorf("limit %d", c.Limite))
	}
	return documento.ValidarDesde(c.Desde)
}

// Validar refuses a query that no store can answer.
func (c ConsultaCambios) Validar() error {
	if c.CarpetaID == "" || c.Limite < 1 || c.Limite > maxCambios {
		return fault.Wrap(fault.InvalidPaginationArguments, fmt.Errorf("carpeta %q, limit %d", c.CarpetaID, c.Limite))
	}
	return nil
}
