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

// Searching adds the number of operations that wait for their turn to search.
func (m *Metrics) Searching(waiting func() int) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(
		prometheus.GaugeOpts{Name: "carpeta_searches_waiting", Help: "Operations with filters, pages of the trail, and long queries of who asks much, that wait for their turn."},
		func() float64 { return float64(waiting()) },
	))
}

// Handshakes adds the number of connections that wait for their turn in a handshake of TLS.
func (m *Metrics) Handshakes(waiting func() int) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(
		prometheus.GaugeOpts{Name: "carpeta_tls_handshakes_waiting", Help: "Connections that wait for their turn in a handshake of TLS."},
		func() float64 { return float64(waiting()) },
	))
}
