package metrics

import "github.com/prometheus/client_golang/prometheus"

// LinksWithheld says whether the object store takes what nobody signed, read at every scrape. withheld may be called at
// any time.
func (m *Metrics) LinksWithheld(withheld func() bool) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(
		prometheus.GaugeOpts{Name: "carpeta_links_withheld", Help: "1: no links to files are given, because the object store takes files that nobody signed."},
		func() float64 {
			if withheld() {
				return 1
			}
			return 0
		}))
}
