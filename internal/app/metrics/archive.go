package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// archive holds the figures of the archived trail.
type archive struct {
	events, failures prometheus.Counter
	late             prometheus.Gauge
}

func newArchive(r *prometheus.Registry) archive {
	a := archive{
		events:   prometheus.NewCounter(prometheus.CounterOpts{Name: "carpeta_archivado_eventos_total", Help: "Events of the trail that this process archived and read back."}),
		failures: prometheus.NewCounter(prometheus.CounterOpts{Name: "carpeta_archivado_fallos_total", Help: "Passes of the archive that failed, and are tried again."}),
		late:     prometheus.NewGauge(prometheus.GaugeOpts{Name: "carpeta_archivado_retraso_seconds", Help: "How long the oldest day that is not archived could have been; 0: none."}),
	}
	r.MustRegister(a.events, a.failures, a.late)
	return a
}

// Archivado implements archivado.Metrics.
func (m *Metrics) Archivado(eventos int) { m.archive.events.Add(float64(eventos)) }

// RetrasoArchivado implements archivado.Metrics.
func (m *Metrics) RetrasoArchivado(d time.Duration) { m.archive.late.Set(d.Seconds()) }

// ArchivadoFallido implements archivado.Metrics.
func (m *Metrics) ArchivadoFallido() { m.archive.failures.Inc() }
