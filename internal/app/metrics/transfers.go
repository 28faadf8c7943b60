package metrics

import "github.com/prometheus/client_golang/prometheus"

// Transfers adds the metrics of the transfers of files that the embedded profile serves: how
// many wait for a place, which is asked at every scrape, and what was refused. The result
// counts a refusal by its cause.
func (m *Metrics) Transfers(waiting func() int, causes []string) (refused func(cause string)) {
	all := counter("carpeta_transfers_refused_total", "Transfers of files that were refused for want of a place.", "causa")
	for _, cause := range causes {
		all.WithLabelValues(cause) // an alert watches it from zero
	}
	m.registry.MustRegister(all, prometheus.NewGaugeFunc(
		prometheus.GaugeOpts{Name: "carpeta_transfers_waiting", Help: "Transfers of files that wait for a place."},
		func() float64 { return float64(waiting()) },
	))
	return func(cause string) { all.WithLabelValues(cause).Inc() }
}
