package metrics

import "github.com/prometheus/client_golang/prometheus"

// Reading adds the number of unknown documents and long bodies that wait to be read. It is
// asked at every scrape.
func (m *Metrics) Reading(waiting func() int) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(
		prometheus.GaugeOpts{Name: "carpeta_reading_waiting", Help: "Unknown documents and long bodies that wait to be read."},
		func() float64 { return float64(waiting()) },
	))
}
