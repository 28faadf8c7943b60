package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Revocations says what is known of them. Its methods may be called at any time.
type Revocations interface {
	Len() int
	Seen() time.Time
}

// Revocations adds the figures of the deny list, read at every scrape.
func (m *Metrics) Revocations(r Revocations) {
	m.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "carpeta_revocations", Help: "Revocations in force in this process."},
			func() float64 { return float64(r.Len()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "carpeta_revocations_read_timestamp_seconds", Help: "When the list of revocations was last known to be up to date."},
			func() float64 { return float64(r.Seen().Unix()) }),
	)
}
