package metrics

import "github.com/prometheus/client_golang/prometheus"

// Issuer is what is known of the issuer of tokens.
type Issuer struct {
	requests *prometheus.CounterVec
	renewed  prometheus.Gauge
}

// Emisor adds the figures of an issuer whose keys are fetched, and returns their counter.
func (m *Metrics) Emisor() *Issuer {
	e := &Issuer{
		requests: counter("carpeta_issuer_requests_total", "Requests for the issuer's keys.", "resultado"),
		renewed:  prometheus.NewGauge(prometheus.GaugeOpts{Name: "carpeta_issuer_keys_fetched_timestamp_seconds", Help: "When the issuer's keys were fetched; 0: never."}),
	}
	e.requests.WithLabelValues("falla") // alerts watch it before it happens
	m.registry.MustRegister(e.requests, e.renewed)
	return e
}

// IssuerAsked counts a request for keys, with the error of one that failed.
func (e *Issuer) IssuerAsked(err error) {
	if err != nil {
		e.requests.WithLabelValues("falla").Inc()
		return
	}
	e.requests.WithLabelValues("ok").Inc()
	e.renewed.SetToCurrentTime()
}
