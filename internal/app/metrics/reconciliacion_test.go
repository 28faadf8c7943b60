package metrics_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/app/metrics"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

// TestReconciliacionSinFigurasViejas: a newer result replaces all of an older one,
// and before the first walk there is no all-clear.
func TestReconciliacionHasNoOldFigures(t *testing.T) {
	m := metrics.New()
	page := func() string {
		w := httptest.NewRecorder()
		m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		return w.Body.String()
	}
	if p := page(); strings.Contains(p, "carpeta_reconcile_inconsistencies") || strings.Contains(p, "carpeta_reconcile_last") {
		t.Error("an all-clear before the first walk")
	}
	m.Reconciliado(map[reconciliacion.Tipo]int64{reconciliacion.ContadorDesviado: 3}, time.Unix(1000, 0))
	m.Reconciliado(map[reconciliacion.Tipo]int64{reconciliacion.SagaSinProgreso: 2}, time.Unix(2000, 0))
	m.Reparado(map[reconciliacion.Tipo]int64{reconciliacion.ContadorDesviado: 5})
	m.Mirado(10, 8)
	m.Mirado(1, 1)
	p := page()
	for _, line := range []string{
		`carpeta_reconcile_inconsistencies{tipo="CONTADOR_DESVIADO"} 0`, `carpeta_reconcile_inconsistencies{tipo="SAGA_SIN_PROGRESO"} 2`,
		`carpeta_reconcile_inconsistencies{tipo="FALLIDA_BLOQUEADA"} 0`, `carpeta_reconcile_last_completed_timestamp_seconds 2000`,
		`carpeta_reconcile_repairs_total{tipo="CONTADOR_DESVIADO"} 5`,
		`carpeta_reconcile_looked_at_total{que="documentos"} 11`, `carpeta_reconcile_looked_at_total{que="objetos"} 9`,
	} {
		if !strings.Contains(p, line+"\n") {
			t.Errorf("no line %q", line)
		}
	}
}
