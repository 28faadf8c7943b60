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

var (
	descInconsistencies = prometheus.NewDesc("carpeta_reconcile_inconsistencies", "Findings that the last whole walk left; absent before the first.", []string{"tipo"}, nil)
	descEnded           = prometheus.NewDesc("carpeta_reconcile_last_completed_timestamp_seconds", "When the last whole walk ended; absent before the first.", nil, nil)
	descReparadas       = prometheus.NewDesc("carpeta_reconcile_repairs_total", "Repairs so far, by all runs.", []string{"tipo"}, nil)
	descLookedAt        = prometheus.NewDesc("carpeta_reconcile_looked_at_total", "What the walks of this process looked at.", []string{"que"}, nil)
)

// Reconciliado implements reconciliacion.Metrics.
func (m *Metrics) Reconciliado(remaining map[reconciliacion.Tipo]int64, done time.Time) {
	m.reconcile.mu.Lock()
	defer m.reconcile.mu.Unlock()
	m.reconcile.remaining, m.reconcile.done = remaining, done
}

// Reparado implements reconciliacion.Metrics.
func (m *Metrics) Reparado(total map[reconciliacion.Tipo]int64) {
	m.reconcile.mu.Lock()
	defer m.reconcile.mu.Unlock()
	m.reconcile.reparadas = total
}

// Mirado implements reconciliacion.Metrics.
func (m *Metrics) Mirado(documentos, objetos int64) {
	m.reconcile.mu.Lock()
	defer m.reconcile.mu.Unlock()
	m.reconcile.documentos += documentos
	m.reconcile.objetos += objetos
}

// Describe implements prometheus.Collector.
func (r *reconcile) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{descInconsistencies, descEnded, descReparadas, descLookedAt} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (r *reconcile) Collect(ch chan<- prometheus.Metric) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range reconciliacion.Tipos {
		if !r.done.IsZero() {
			ch <- prometheus.MustNewConstMetric(descInconsistencies, prometheus.GaugeValue, float64(r.remaining[t]), string(t))
		}
		if t.Inconsistencia() {
			ch <- prometheus.MustNewConstMetric(descReparadas, prometheus.CounterValue, float64(r.reparadas[t]), string(t))
		}
	}
	if !r.done.IsZero() {
		ch <- prometheus.MustNewConstMetric(descEnded, prometheus.GaugeValue, float64(r.done.UnixMilli())/1000)
	}
	ch <- prometheus.MustNewConstMetric(descLookedAt, prometheus.CounterValue, float64(r.documentos), "documentos")
	ch <- prometheus.MustNewConstMetric(descLookedAt, prometheus.CounterValue, float64(r.objetos), "objetos")
}
