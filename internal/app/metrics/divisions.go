package metrics

import (
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// divisions tells into how many parts the indexes of operadores are divided. Of whoever was never divided it tells
// nothing.
type divisions struct {
	operadores     *operadores
	known          atomic.Pointer[map[string]eliminacion.Particion] // nil: not read yet
	parts, endable *prometheus.Desc
}

func newDivisions(o *operadores) *divisions {
	return &divisions{
		operadores: o,
		parts:      prometheus.NewDesc("carpeta_index_parts", "Parts of the operador's indexes that each look reads, where they were ever divided; while their number changes, the larger one.", []string{"operador"}, nil),
		endable: prometheus.NewDesc("carpeta_index_change_endable_timestamp_seconds",
			"From when the change of the number of parts can be ended, by the command that began it; only while one is under way.", []string{"operador"}, nil),
	}
}

// Divided is told how the indexes of operadores are divided, as this process reads and writes by it.
func (m *Metrics) Divided(all map[string]eliminacion.Particion) { m.divisions.known.Store(&all) }

// Describe implements prometheus.Collector.
func (d *divisions) Describe(ch chan<- *prometheus.Desc) {
	ch <- d.parts
	ch <- d.endable
}

// Collect implements prometheus.Collector. Of those that share a label it tells the one that wants most attention.
func (d *divisions) Collect(ch chan<- prometheus.Metric) {
	known := d.known.Load()
	if known == nil {
		return
	}
	parts, endable := map[string]int{}, map[string]int64{}
	for operadorID, p := range *known {
		label := d.operadores.label(operadorID)
		parts[label] = max(parts[label], p.Leidas())
		if at := p.Asentable().Unix(); p.EnCambio() && (endable[label] == 0 || at < endable[label]) {
			endable[label] = at
		}
	}
	for label, n := range parts {
		ch <- prometheus.MustNewConstMetric(d.parts, prometheus.GaugeValue, float64(n), label)
	}
	for label, at := range endable {
		ch <- prometheus.MustNewConstMetric(d.endable, prometheus.GaugeValue, float64(at), label)
	}
}
