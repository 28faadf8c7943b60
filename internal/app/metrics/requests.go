package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// requests are the figures of what was asked for, by kind and code, and of how long that took which went well: what failed
// says nothing of how fast the server is.
//
// A metric has at most 300 series: the names of what may be asked for (admission.AskedFor), each with its few buckets and
// three series more. Both have a bound where an objective or an alert has one.
type requests struct {
	ended            *prometheus.CounterVec
	queries, changes *prometheus.HistogramVec
}

// Kinds of requests, beside those of GraphQL's operations.
const (
	invalid = "invalid"
	rest    = "rest"
)

func newRequests(r registry) requests {
	rs := requests{
		ended: r.counters("carpeta_requests_total", "Operations, but for subscriptions, and requests for the trail, by how they ended: OK, or the general code of a refusal.", "operacion", "codigo"),
		queries: r.seconds("carpeta_query_duration_seconds", "Duration of queries that went well, by the list that they page, and of pages of the trail, by their route.",
			[]float64{.0025, .01, .05, .1, .2, .25, .5, 2}, "consulta"),
		changes: r.seconds("carpeta_mutation_duration_seconds", "Duration of mutations that went well, also of those whose payload has an error.",
			[]float64{.05, .1, .25, 1}, "mutacion"),
	}
	for _, kind := range []string{"query", "mutation", rest, invalid} {
		for _, code := range []fault.Code{fault.Internal, fault.Unavailable} {
			rs.ended.WithLabelValues(kind, string(code)) // alerts watch it before it happens
		}
	}
	return rs
}

// ObserveRequest counts an operation, and times it if it went well; a subscription's life is no latency.
func (m *Metrics) ObserveRequest(kind, asked, code string, d time.Duration, traceID string) {
	if kind == "subscription" {
		m.promises.ended.WithLabelValues(code).Inc()
		return
	}
	m.requests.count(kind, code)
	switch {
	case code != ok:
	case kind == "query":
		observe(m.requests.queries.WithLabelValues(asked), d, traceID)
	case kind == "mutation":
		observe(m.requests.changes.WithLabelValues(asked), d, traceID)
	}
}

// ObserveREST does the same for a request for the trail; its trace has no exemplar. route is "" for an export.
func (m *Metrics) ObserveREST(route, code string, d time.Duration) {
	m.requests.count(rest, code)
	if code == ok && route != "" {
		m.requests.queries.WithLabelValues(route).Observe(d.Seconds())
	}
}

func (r requests) count(kind, code string) {
	r.ended.WithLabelValues(kind, string(fault.Code(code).Family())).Inc()
}
