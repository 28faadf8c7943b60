package metrics

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// seals holds the figures of the sealed logs of this process.
type seals struct {
	mu      sync.Mutex
	on      bool
	sealed  int64
	failed  int64
	lag     time.Duration
	damaged map[string]bool // by operadorId
}

var (
	descSealOn      = prometheus.NewDesc("carpeta_sello_activo", "1: this process seals the trail; 0: it has no keys.", nil, nil)
	descSealed      = prometheus.NewDesc("carpeta_sello_eventos_total", "Events that this process sealed.", nil, nil)
	descSealLag     = prometheus.NewDesc("carpeta_sello_retraso_seconds", "Age of the oldest event that waits for its seal, of the logs that this process seals.", nil, nil)
	descSealFailed  = prometheus.NewDesc("carpeta_sello_fallos_total", "Looks at a log that failed and are tried again.", nil, nil)
	descSealDamaged = prometheus.NewDesc("carpeta_sello_danados", "Sealed logs that are not what they were, as this process found: their sealing has stopped. The log names them.", nil, nil)
)

// Sealing says whether this process seals.
func (m *Metrics) Sealing(on bool) {
	m.seals.mu.Lock()
	defer m.seals.mu.Unlock()
	m.seals.on = on
}

// Sellado implements sellado.Metrics.
func (m *Metrics) Sellado(eventos int) {
	m.seals.mu.Lock()
	defer m.seals.mu.Unlock()
	m.seals.sealed += int64(eventos)
}

// RetrasoSello implements sellado.Metrics.
func (m *Metrics) RetrasoSello(d time.Duration) {
	m.seals.mu.Lock()
	defer m.seals.mu.Unlock()
	m.seals.lag = d
}

// SelloFallido implements sellado.Metrics.
func (m *Metrics) SelloFallido() {
	m.seals.mu.Lock()
	defer m.seals.mu.Unlock()
	m.seals.failed++
}

// SelloDanado implements sellado.Metrics.
func (m *Metrics) SelloDanado(operadorID string) {
	m.seals.mu.Lock()
	defer m.seals.mu.Unlock()
	if m.seals.damaged == nil {
		m.seals.damaged = map[string]bool{}
	}
	m.seals.damaged[operadorID] = true
}

// Describe implements prometheus.Collector.
func (s *seals) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{descSealOn, descSealed, descSealLag, descSealFailed, descSealDamaged} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (s *seals) Collect(ch chan<- prometheus.Metric) {
	s.mu.Lock()
	defer s.mu.Unlock()
	on := 0.0
	if s.on {
		on = 1
	}
	ch <- prometheus.MustNewConstMetric(descSealOn, prometheus.GaugeValue, on)
	ch <- prometheus.MustNewConstMetric(descSealed, prometheus.CounterValue, float64(s.sealed))
	ch <- prometheus.MustNewConstMetric(descSealLag, prometheus.GaugeValue, s.lag.Seconds())
	ch <- prometheus.MustNewConstMetric(descSealFailed, prometheus.CounterValue, float64(s.failed))
	ch <- prometheus.MustNewConstMetric(descSealDamaged, prometheus.GaugeValue, float64(len(s.damaged)))
}
