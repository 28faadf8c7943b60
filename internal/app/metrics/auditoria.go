package metrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

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

// The kinds that are told together.
var sampled = []auditoria.Tipo{auditoria.TokenRechazado, auditoria.PoliticaNegada, auditoria.ArchivoServido}

// samples holds the figures of what the trail tells together.
type samples struct {
	things, events *prometheus.CounterVec
	failures       prometheus.Counter
}

func newSamples(r *prometheus.Registry) samples {
	s := samples{
		things:   counter("carpeta_audit_sampled_total", "Refusals, and further uses of links, that are in the trail.", "tipo"),
		events:   counter("carpeta_audit_sampled_events_total", "Events that tell of them, many in one.", "tipo"),
		failures: prometheus.NewCounter(prometheus.CounterOpts{Name: "carpeta_audit_sampling_failures_total", Help: "Times that the trail could not be written; the counts wait in memory."}),
	}
	for _, t := range sampled {
		s.things.WithLabelValues(string(t))
		s.events.WithLabelValues(string(t))
	}
	r.MustRegister(s.things, s.events, s.failures)
	return s
}

// Muestreado implements auditoria.MetricsMuestreo.
func (m *Metrics) Muestreado(t auditoria.Tipo, n int) {
	m.samples.things.WithLabelValues(string(t)).Add(float64(n))
	m.samples.events.WithLabelValues(string(t)).Inc()
}

// MuestreoFallido implements auditoria.MetricsMuestreo.
func (m *Metrics) MuestreoFallido() { m.samples.failures.Inc() }
