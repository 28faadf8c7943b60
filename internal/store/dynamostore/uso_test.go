package dynamostore_test

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

// TestBudgetOfAnUpload: what ADR 0019 promises, and one unit more each time that the upload enters or leaves the list
// of its carpeta, and two for the mark of its content (ADR 0022). Announcement and confirmation have an event each, of
// 2 + 2 (ADR 0025).
func TestBudgetOfAnUpload(t *testing.T) {
	g := &spent{}
	s := newStore(t, g.option)
	c, _ := seed(t, s, 1)
	for _, reserve := range []bool{false, true} {
		*g = spent{}
		d := typical(c, 7)
		d.Estado, d.ExpiraEn = documento.Cargando, time.Now().Add(time.Hour)
		require(t, s.CrearCarga(t.Context(), d, carpeta.SinCuota, storetest.Hecho()))
		t.Logf("CrearCarga: %d items, %.0f WCU + %.0f of indexes", g.items, g.tables, g.indexes)
		if g.tables > 4+2+2 || g.indexes > 1+1+2 {
			t.Errorf("an announcement costs %.0f + %.0f WCU, want at most 8 + 4", g.tables, g.indexes)
		}
		if reserve {
			var err error
			d, err = s.ReservarCarga(t.Context(), d, time.Now().Add(time.Minute))
			require(t, err)
		}
		_, err := s.ConfirmarCarga(t.Context(), d, d, storetest.Hecho())
		require(t, err)
		t.Logf("until ConfirmarCarga, reserved %v: %d items, %.0f WCU + %.0f of indexes", reserve, g.items, g.tables, g.indexes)
		if g.tables > 9+2+4 || g.indexes > 7+2+4 {
			t.Errorf("an upload costs %.0f + %.0f WCU, want at most 15 + 13", g.tables, g.indexes)
		}
	}
}
