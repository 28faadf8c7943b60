package dynamostore_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

// A correction writes the document, its news and its event (ADR 0025); the orders that do not sort by what changes get one write each.
func TestBudgetOfACorreccion(t *testing.T) {
	g := &spent{}
	s := newStore(t, g.option)
	_, ds := seed(t, s, 1)
	seen := ds[0]
	for _, titulo := range []string{"Diploma de maestría en Ingeniería de Sistemas", "Diploma de doctorado en Ingeniería de Sistemas"} {
		d := seen
		d.Titulo, d.FechaUltimaModificacion = titulo, seen.Siguiente(now)
		d.Correcciones++
		*g = spent{}
		require(t, s.Corregir(t.Context(), seen, d, storetest.Hecho()))
		t.Logf("%d items, %.0f WCU + %.0f of indexes", g.items, g.tables, g.indexes)
		if g.items != 3 || g.tables <= 0 || g.tables > 4+2 || g.indexes > 5+2 {
			t.Errorf("a correction of the title writes %d items for %.1f WCU and %.1f of indexes, want 3, at most 6 and 7", g.items, g.tables, g.indexes)
		}
		requireMeasured(t, "correction", *g)
		seen = d
	}
}
