package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// connections are the metrics of the addresses where the server listens.
type connections struct {
	open, limit    *prometheus.GaugeVec
	refused, ended *prometheus.CounterVec
}

func newConnections(r registry) connections {
	c := connections{
		open:    r.gauges("carpeta_connections", "Connections open now.", "servidor"),
		limit:   r.gauges("carpeta_connections_limit", "Connections that may be open.", "servidor"),
		refused: r.counters("carpeta_connections_refused_total", "Connections closed before they were served.", "servidor", "causa"),
		ended:   r.counters("carpeta_connections_ended_total", "Connections that the server ended: others needed their places or their memory, or their clients cancelled too many requests.", "servidor", "causa"),
	}
	for _, server := range []string{"api", "admin"} {
		for _, cause := range []string{"direccion", "todas", "descriptores", "cancelaciones"} {
			c.refused.WithLabelValues(server, cause) // an alert watches it from zero
		}
		c.ended.WithLabelValues(server, "inactiva") // a panel draws it from zero
	}
	return c
}

// ConnectionsLimit tells how many connections an address may have.
func (c connections) ConnectionsLimit(server string, n int) {
	c.limit.WithLabelValues(server).Set(float64(n))
}

// ConnectionsOpen moves the gauge of open connections.
func (c connections) ConnectionsOpen(server string, delta int) {
	c.open.WithLabelValues(server).Add(float64(delta))
}

// ConnectionRefused counts a connection that was not served.
func (c connections) ConnectionRefused(server, cause string) {
	c.refused.WithLabelValues(server, cause).Inc()
}

// ConnectionEnded counts a connection that the server ended.
func (c connections) ConnectionEnded(server, cause string) {
	c.ended.WithLabelValues(server, cause).Inc()
}

// Memory says how near the process is to its memory limit. Its methods may be called at
// any time.
type Memory interface {
	Level() int // 0; 1 and 2 are the steps in which work is refused
	Used() uint64
	Limit() uint64
}

// Memory adds the figures of the memory limit.
func (m *Metrics) Memory(g Memory) {
	m.asked("carpeta_memory_step", "0: all work is taken; 1: no large work; 2: no new work.", func() float64 { return float64(g.Level()) })
	m.asked("carpeta_memory_used_bytes", "What counts against the memory limit: resident memory, pages of files apart.", func() float64 { return float64(g.Used()) })
	m.asked("carpeta_memory_limit_bytes", "The memory limit; 0 if nobody knows one.", func() float64 { return float64(g.Limit()) })
}

// Revocations says what is known of them. Its methods may be called at any time.
type Revocations interface {
	Len() int
	Seen() time.Time
}

// Revocations adds the figures of the deny list.
func (m *Metrics) Revocations(r Revocations) {
	m.asked("carpeta_revocations", "Revocations in force in this process.", func() float64 { return float64(r.Len()) })
	m.asked("carpeta_revocations_read_timestamp_seconds", "When the list of revocations was last known to be up to date.", func() float64 { return float64(r.Seen().Unix()) })
}

// Reading adds the number of unknown documents and long bodies that wait to be read.
func (m *Metrics) Reading(waiting func() int) {
	m.waiting("carpeta_reading_waiting", "Unknown documents and long bodies that wait to be read.", waiting)
}

// Searching adds the number of operations that wait for their turn to search.
func (m *Metrics) Searching(waiting func() int) {
	m.waiting("carpeta_searches_waiting", "Operations with filters, pages of the trail, and long queries of who asks much, that wait for their turn.", waiting)
}

// Transfers adds the metrics of the transfers of files that the embedded profile serves: how many wait for a place, and
// what was refused. The result counts a refusal by its cause.
func (m *Metrics) Transfers(waiting func() int, causes []string) (refused func(cause string)) {
	all := m.counters("carpeta_transfers_refused_total", "Transfers of files that were refused for want of a place.", "causa")
	for _, cause := range causes {
		all.WithLabelValues(cause) // an alert watches it from zero
	}
	m.waiting("carpeta_transfers_waiting", "Transfers of files that wait for a place.", waiting)
	return func(cause string) { all.WithLabelValues(cause).Inc() }
}

func (m *Metrics) waiting(name, help string, how func() int) {
	m.asked(name, help, func() float64 { return float64(how()) })
}
