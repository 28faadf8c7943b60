package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Certificate adds when the certificate of the API's address expires, read at every scrape.
func (m *Metrics) Certificate(expires func() time.Time) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "carpeta_tls_certificate_expires_timestamp_seconds", Help: "When the certificate that clients get expires.",
	}, func() float64 { return float64(expires().Unix()) }))
}

// known tells when that ends by which this process and the services that it uses know each other.
type known struct {
	ends    map[string]func() (own, ca time.Time) // by service; complete before anything is scraped
	expires *prometheus.Desc
}

func newKnown() known {
	return known{map[string]func() (own, ca time.Time){}, prometheus.NewDesc("carpeta_service_certificate_expires_timestamp_seconds",
		"When the certificate that this process shows to a service expires, and the CA by which it knows the service.", []string{"servicio", "que"}, nil)}
}

// ServiceCertificates adds when the certificate for a service and its CA end, read at every scrape; zero: there is none.
func (m *Metrics) ServiceCertificates(service string, ends func() (own, ca time.Time)) {
	m.known.ends[service] = ends
}

// Describe implements prometheus.Collector.
func (k *known) Describe(ch chan<- *prometheus.Desc) { ch <- k.expires }

// Collect implements prometheus.Collector.
func (k *known) Collect(ch chan<- prometheus.Metric) {
	for service, ends := range k.ends {
		own, ca := ends()
		for what, at := range map[string]time.Time{"certificado": own, "ca": ca} {
			if !at.IsZero() {
				ch <- prometheus.MustNewConstMetric(k.expires, prometheus.GaugeValue, float64(at.Unix()), service, what)
			}
		}
	}
}
