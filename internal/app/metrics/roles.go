package metrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

// roles tells which roles have a process.
type roles struct {
	missing func() role.Set
	present *prometheus.Desc
}

// Roles adds whether each role has a process, as far as this one hears, read at every scrape.
func (m *Metrics) Roles(missing func() role.Set) {
	m.registry.MustRegister(roles{missing, prometheus.NewDesc(
		"carpeta_role_present", "1 if a process has the role, as far as this one hears; 0 if none has.", []string{"papel"}, nil)})
}

// Describe implements prometheus.Collector.
func (r roles) Describe(ch chan<- *prometheus.Desc) { ch <- r.present }

// Collect implements prometheus.Collector.
func (r roles) Collect(ch chan<- prometheus.Metric) {
	missing := r.missing()
	for _, name := range role.All {
		there := 1.0
		if missing.Has(name) {
			there = 0
		}
		ch <- prometheus.MustNewConstMetric(r.present, prometheus.GaugeValue, there, string(name))
	}
}
