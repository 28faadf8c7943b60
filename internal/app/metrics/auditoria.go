package metrics

import "github.com/prometheus/client_golang/prometheus"

// The outcomes of the events of reads.
const (
	readWritten = "anotada"
	readRefused = "negada"
	readLost    = "perdida"
)

func newReads() *prometheus.CounterVec {
	c := counter("carpeta_audit_reads_total", "Events of reads: written down (anotada), not written and so not shown (negada), shown and not written (perdida).", "resultado")
	for _, r := range []string{readWritten, readRefused, readLost} {
		c.WithLabelValues(r)
	}
	return c
}

func newEvents() prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Name: "carpeta_audit_events_total", Help: "Events of the trail that this process wrote, of changes and of reads."})
}

// EventsWritten counts events that are in the store.
func (m *Metrics) EventsWritten(n int) { m.events.Add(float64(n)) }

// LecturasAnotadas counts events of reads that were written down.
func (m *Metrics) LecturasAnotadas(n int) { m.reads.WithLabelValues(readWritten).Add(float64(n)) }

// LecturasNegadas counts reads that were refused, because the trail could not be written.
func (m *Metrics) LecturasNegadas(n int) { m.reads.WithLabelValues(readRefused).Add(float64(n)) }

// LecturasPerdidas counts reads that were shown and are not in the trail.
func (m *Metrics) LecturasPerdidas(n int) { m.reads.WithLabelValues(readLost).Add(float64(n)) }
