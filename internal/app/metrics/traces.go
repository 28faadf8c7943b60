package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// observe times something, with its trace as the bucket's exemplar if it was traced.
func observe(o prometheus.Observer, d time.Duration, traceID string) {
	if with, can := o.(prometheus.ExemplarObserver); can && traceID != "" {
		with.ObserveWithExemplar(d.Seconds(), prometheus.Labels{"trace_id": traceID})
		return
	}
	o.Observe(d.Seconds())
}

// traces is what became of spans.
type traces struct{ *prometheus.CounterVec }

func newTraces() traces {
	return traces{counter("carpeta_trace_spans_total", "Spans that this process made (hechos) and that the collector took (enviados); the rest waits, or is lost.", "resultado")}
}

// Spans counts spans.
func (m *Metrics) Spans(result string, n int) { m.traces.WithLabelValues(result).Add(float64(n)) }
