package metrics

import "github.com/prometheus/client_golang/prometheus"

// connections are the metrics of the addresses where the server listens.
type connections struct {
	open, limit    *prometheus.GaugeVec
	refused, ended *prometheus.CounterVec
}

func newConnections() connections {
	gauge := func(name, help string) *prometheus.GaugeVec {
		return prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, []string{"servidor"})
	}
	count := func(name, help string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, []string{"servidor", "causa"})
	}
	c := connections{
		open:    gauge("carpeta_connections", "Connections open now."),
		limit:   gauge("carpeta_connections_limit", "Connections that may be open."),
		refused: count("carpeta_connections_refused_total", "Connections closed before they were served."),
		ended:   count("carpeta_connections_ended_total", "Connections that the server ended: others needed their places or their memory."),
	}
	for _, server := range []string{"api", "admin"} {
		for _, cause := range []string{"direccion", "todas", "descriptores"} {
			c.refused.WithLabelValues(server, cause) // an alert watches it from zero
		}
		c.ended.WithLabelValues(server, "inactiva") // a panel draws it from zero
	}
	return c
}

// Describe is for Prometheus.
func (c *connections) Describe(ch chan<- *prometheus.Desc) {
	for _, each := range c.all() {
		each.Describe(ch)
	}
}

// Collect is for Prometheus.
func (c *connections) Collect(ch chan<- prometheus.Metric) {
	for _, each := range c.all() {
		each.Collect(ch)
	}
}

func (c *connections) all() []prometheus.Collector {
	return []prometheus.Collector{c.open, c.limit, c.refused, c.ended}
}

// ConnectionsLimit tells how many connections an address may have.
func (m *Metrics) ConnectionsLimit(server string, n int) {
	m.connections.limit.WithLabelValues(server).Set(float64(n))
}

// ConnectionsOpen moves the gauge of open connections.
func (m *Metrics) ConnectionsOpen(server string, delta int) {
	m.connections.open.WithLabelValues(server).Add(float64(delta))
}

// ConnectionRefused counts a connection that was not served.
func (m *Metrics) ConnectionRefused(server, cause string) {
	m.connections.refused.WithLabelValues(server, cause).Inc()
}

// ConnectionEnded counts a connection that the server ended.
func (m *Metrics) ConnectionEnded(server, cause string) {
	m.connections.ended.WithLabelValues(server, cause).Inc()
}
