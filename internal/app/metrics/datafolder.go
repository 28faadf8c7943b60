package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// DataFolder adds what an operator has to see of the data folder of the embedded profile, read at every scrape: the
// disk, where it tells, and when the last whole backup was made; the zero time if there was none.
func (m *Metrics) DataFolder(disk func() (free, size uint64, known bool), backup func() time.Time) {
	m.registry.MustRegister(
		diskFigures{disk},
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "carpeta_respaldo_ultimo_timestamp_seconds", Help: "When the last whole backup was made; 0 if there was none.",
		}, func() float64 {
			if last := backup(); !last.IsZero() {
				return float64(last.Unix())
			}
			return 0
		}))
}

var (
	diskFree = prometheus.NewDesc("carpeta_disk_free_bytes", "What the program may still write on the disk of the data folder.", nil, nil)
	diskSize = prometheus.NewDesc("carpeta_disk_size_bytes", "Size of the disk of the data folder.", nil, nil)
)

// diskFigures are absent while the system does not tell them.
type diskFigures struct {
	disk func() (free, size uint64, known bool)
}

// Describe is for Prometheus.
func (diskFigures) Describe(ch chan<- *prometheus.Desc) {
	ch <- diskFree
	ch <- diskSize
}

// Collect is for Prometheus.
func (d diskFigures) Collect(ch chan<- prometheus.Metric) {
	if free, size, known := d.disk(); known {
		ch <- prometheus.MustNewConstMetric(diskFree, prometheus.GaugeValue, float64(free))
		ch <- prometheus.MustNewConstMetric(diskSize, prometheus.GaugeValue, float64(size))
	}
}
