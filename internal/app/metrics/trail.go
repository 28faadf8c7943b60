package metrics

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// The outcomes of the events of reads.
const (
	readWritten = "anotada"
	readRefused = "negada"
)

// trail holds the figures of the trail, its archive and its sealed logs.
type trail struct {
	reads                  *prometheus.CounterVec
	events                 prometheus.Counter
	sampled, sampledEvents *prometheus.CounterVec
	samplingFailed         prometheus.Counter

	archived, archiveFailed prometheus.Counter
	archiveLate             prometheus.Gauge

	sealing, sealLag, sealsDamaged prometheus.Gauge
	sealed, sealFailed             prometheus.Counter
	damaged                        sync.Map // operadorIds that are counted
}

func newTrail(r registry) *trail {
	t := &trail{
		reads:          r.counters("carpeta_audit_reads_total", "Events of reads: written down (anotada), or not written and so not shown (negada).", "resultado"),
		events:         r.counter("carpeta_audit_events_total", "Events of the trail that this process wrote, of changes and of reads."),
		sampled:        r.counters("carpeta_audit_sampled_total", "Refusals, and further uses of links, that are in the trail.", "tipo"),
		sampledEvents:  r.counters("carpeta_audit_sampled_events_total", "Events that tell of them, many in one.", "tipo"),
		samplingFailed: r.counter("carpeta_audit_sampling_failures_total", "Times that the trail could not be written; the counts wait in memory."),

		archived:      r.counter("carpeta_archivado_eventos_total", "Events of the trail that this process archived and read back."),
		archiveFailed: r.counter("carpeta_archivado_fallos_total", "Passes of the archive that failed, and are tried again."),
		archiveLate:   r.gauge("carpeta_archivado_retraso_seconds", "How long the oldest day that is not archived could have been; 0: none."),

		sealing:      r.gauge("carpeta_sello_activo", "1: this process seals the trail; 0: it has no keys."),
		sealed:       r.counter("carpeta_sello_eventos_total", "Events that this process sealed."),
		sealLag:      r.gauge("carpeta_sello_retraso_seconds", "Age of the oldest event that waits for its seal, of the logs that this process seals."),
		sealFailed:   r.counter("carpeta_sello_fallos_total", "Looks at a log that failed and are tried again."),
		sealsDamaged: r.gauge("carpeta_sello_danados", "Sealed logs that are not what they were, as this process found: their sealing has stopped. The log names them."),
	}
	for _, result := range []string{readWritten, readRefused} {
		t.reads.WithLabelValues(result)
	}
	for _, kind := range []auditoria.Tipo{auditoria.TokenRechazado, auditoria.PoliticaNegada, auditoria.ArchivoServido} {
		t.sampled.WithLabelValues(string(kind))
		t.sampledEvents.WithLabelValues(string(kind))
	}
	return t
}

// EventsWritten counts events that are in the store.
func (t *trail) EventsWritten(n int) { t.events.Add(float64(n)) }

// LecturasAnotadas counts events of reads that were written down.
func (t *trail) LecturasAnotadas(n int) { t.reads.WithLabelValues(readWritten).Add(float64(n)) }

// LecturasNegadas counts reads that were refused, because the trail could not be written.
func (t *trail) LecturasNegadas(n int) { t.reads.WithLabelValues(readRefused).Add(float64(n)) }

// Muestreado implements auditoria.MetricsMuestreo.
func (t *trail) Muestreado(kind auditoria.Tipo, n int) {
	t.sampled.WithLabelValues(string(kind)).Add(float64(n))
	t.sampledEvents.WithLabelValues(string(kind)).Inc()
}

// MuestreoFallido implements auditoria.MetricsMuestreo.
func (t *trail) MuestreoFallido() { t.samplingFailed.Inc() }

// Archivado implements archivado.Metrics.
func (t *trail) Archivado(eventos int) { t.archived.Add(float64(eventos)) }

// RetrasoArchivado implements archivado.Metrics.
func (t *trail) RetrasoArchivado(d time.Duration) { t.archiveLate.Set(d.Seconds()) }

// ArchivadoFallido implements archivado.Metrics.
func (t *trail) ArchivadoFallido() { t.archiveFailed.Inc() }

// Sealing says whether this process seals.
func (t *trail) Sealing(on bool) { t.sealing.Set(asFigure(on)) }

// Sellado implements sellado.Metrics.
func (t *trail) Sellado(eventos int) { t.sealed.Add(float64(eventos)) }

// RetrasoSello implements sellado.Metrics.
func (t *trail) RetrasoSello(d time.Duration) { t.sealLag.Set(d.Seconds()) }

// SelloFallido implements sellado.Metrics.
func (t *trail) SelloFallido() { t.sealFailed.Inc() }

// SelloDanado implements sellado.Metrics.
func (t *trail) SelloDanado(operadorID string) {
	if _, counted := t.damaged.LoadOrStore(operadorID, true); !counted {
		t.sealsDamaged.Inc()
	}
}
