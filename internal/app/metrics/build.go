package metrics

import "github.com/prometheus/client_golang/prometheus"

// Build adds carpeta_build_info, which tells the figures of two versions apart while both serve.
func (m *Metrics) Build(version, commit string) {
	info := desc("carpeta_build_info", "1; its labels say which build this process is.", "version", "commit")
	m.scraped(func(tell emit) { tell(info, prometheus.GaugeValue, 1, version, commit) }, info)
}
