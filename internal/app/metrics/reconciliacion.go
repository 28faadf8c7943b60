package metrics

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

// reconcile holds the reconciler's figures. The results come from the store, so that
// every process shows the same ones, and repairs made by hand are among them.
type reconcile struct {
	mu         sync.Mutex
	remaining  map[reconciliacion.Tipo]int64
	done       time.Time // zero: no walk has come to its end yet
	reparadas  map[reconciliacion.Tipo]int64
	documentos int64
	objetos    int64
}

// Reconciliado implements reconciliacion.Metrics.
func (r *reconcile) Reconciliado(remaining map[reconciliacion.Tipo]int64, done time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.remaining, r.done = remaining, done
}

// Reparado implements reconciliacion.Metrics.
func (r *reconcile) Reparado(total map[reconciliacion.Tipo]int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reparadas = total
}

// Mirado implements reconciliacion.Metrics.
func (r *reconcile) Mirado(documentos, objetos int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.documentos += documentos
	r.objetos += objetos
}

func (r *reconcile) register(in registry) {
	inconsistencies := desc("carpeta_reconcile_inconsistencies", "Findings that the last whole walk left; absent before the first.", "tipo")
	ended := desc("carpeta_reconcile_last_completed_timestamp_seconds", "When the last whole walk ended; absent before the first.")
	reparadas := desc("carpeta_reconcile_repairs_total", "Repairs so far, by all runs.", "tipo")
	lookedAt := desc("carpeta_reconcile_looked_at_total", "What the walks of this process looked at.", "que")
	in.scraped(func(tell emit) {
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, t := range reconciliacion.Tipos {
			if !r.done.IsZero() {
				tell(inconsistencies, prometheus.GaugeValue, float64(r.remaining[t]), string(t))
			}
			if t.Inconsistencia() {
				tell(reparadas, prometheus.CounterValue, float64(r.reparadas[t]), string(t))
			}
		}
		if !r.done.IsZero() {
			tell(ended, prometheus.GaugeValue, float64(r.done.UnixMilli())/1000)
		}
		tell(lookedAt, prometheus.CounterValue, float64(r.documentos), "documentos")
		tell(lookedAt, prometheus.CounterValue, float64(r.objetos), "objetos")
	}, inconsistencies, ended, reparadas, lookedAt)
}
