package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// divisible is a store whose indexes by operador may be divided.
type divisible interface {
	Divide(ctx context.Context, operadorID string, parts int, h auditoria.Evento) (eliminacion.Particion, error)
	Particiones(ctx context.Context) (map[string]eliminacion.Particion, error)
}

// parts is a line of carpeta particiones.
type parts struct {
	Operador string     `json:"operador"`
	Partes   int        `json:"partes"`
	Antes    int        `json:"antes,omitempty"`   // while a change is under way
	Since    *time.Time `json:"escribe,omitempty"` // since when, or from when, processes write by the new number
	Sigue    string     `json:"sigue,omitempty"`   // what to do next
}

func (a *App) divide(ctx context.Context, c config.Parts, out io.Writer) error {
	if err := a.p.ready(ctx); err != nil {
		return err
	}
	lines := json.NewEncoder(out)
	if c.Operador != "" {
		d, err := a.p.divisible.Divide(ctx, c.Operador, c.Partes, auditoria.Escribano{Clock: a.clock}.Levantar(byConsole(ctx), auditoria.DeParticion(c.Operador, c.Partes)))
		if err != nil {
			return err
		}
		return lines.Encode(partsOf(c.Operador, d, a.clock()))
	}
	all, err := a.p.divisible.Particiones(ctx)
	for _, o := range slices.Sorted(maps.Keys(all)) {
		if err == nil {
			err = lines.Encode(partsOf(o, all[o], a.clock()))
		}
	}
	return err
}

func partsOf(operadorID string, d eliminacion.Particion, now time.Time) parts {
	p := parts{Operador: operadorID, Partes: d.Luego}
	if !d.EnCambio() {
		return p
	}
	p.Antes, p.Since = d.Antes, &d.Cambia
	when := "now"
	if at := d.Asentable(); now.Before(at) {
		when = "after " + at.UTC().Format(time.RFC3339)
	}
	p.Sigue = fmt.Sprintf("to end the change, run %s: carpeta particiones --operador %s --partes %d", when, operadorID, d.Luego)
	return p
}
