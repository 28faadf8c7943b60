package metrics

import "github.com/prometheus/client_golang/prometheus"

// Reading adds the number of unknown documents and long bodies that wait to be read. It is
// asked at every scrape.
func (m *Metrics) Reading(waiting func() int) {
	m.waiting("carpeta_reading_waiting", "Unknown documents and long bodies that wait to be read.", waiting)
}

// Searching adds the number of operations that wait for their turn to search.
func (m *Metrics) Searching(waiting func() int) {
	m.waiting("carpeta_searches_waiting", "Operations with filters, pages of the trail, and long queries of who asks much, that wait for their turn.", waiting)
}

func (m *Metrics) waiting(name, help string, how func() int) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return float64(how()) }))
}
