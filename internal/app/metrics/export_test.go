package metrics

import "github.com/prometheus/client_golang/prometheus"

// Describe names every metric, also those that have no series yet.
func (m *Metrics) Describe(ch chan<- *prometheus.Desc) { m.all.Describe(ch) }
