package metrics

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

// maxOperadores bounds the label operador; every later operador is counted as otros.
const (
	maxOperadores = 100
	others        = "otros"
)

// operadores are those that have a label of their own.
type operadores struct {
	mu   sync.Mutex
	seen map[string]bool
}

func (o *operadores) label(operadorID string) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.seen[operadorID]:
		return operadorID
	case len(o.seen) >= maxOperadores:
		return others
	case o.seen == nil:
		o.seen = map[string]bool{}
	}
	o.seen[operadorID] = true
	return operadorID
}

// backlog tells the backlog of the outbox. While the store does not answer there is
// nothing but the moment when it last did: an old figure would be a false all-clear.
type backlog struct {
	m                              *Metrics
	figures                        func() ([]outbox.Figures, time.Time)
	waiting, oldestDue, saga, read *prometheus.Desc
}

// Backlog adds the figures per operador, read at every scrape.
func (m *Metrics) Backlog(figures func() ([]outbox.Figures, time.Time)) {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc(name, help, labels, nil)
	}
	m.registry.MustRegister(backlog{
		m: m, figures: figures,
		waiting:   desc("carpeta_outbox_backlog", "Commands that are due and wait in the store; counted up to 1000.", "operador"),
		oldestDue: desc("carpeta_outbox_oldest_age_seconds", "How long the oldest of them has been due.", "operador"),
		saga:      desc("carpeta_saga_oldest_age_seconds", "How long the oldest unfinished deletion is under way, undo windows and approvals apart.", "operador"),
		read:      desc("carpeta_outbox_last_read_timestamp_seconds", "When the store last answered the sweeper, or had nothing to answer."),
	})
}

// Weights tells the shares that the operator gave by name; whoever is not there has 1.
func (m *Metrics) Weights(of map[string]int) {
	weights := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "carpeta_operador_weight", Help: "The operador's share beside the others, where it was set (PESOS); 1 where it is not told."}, []string{"operador"})
	m.registry.MustRegister(weights)
	for operador, weight := range of {
		weights.WithLabelValues(m.operadores.label(operador)).Set(float64(weight))
	}
}

// Describe implements prometheus.Collector.
func (b backlog) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{b.waiting, b.oldestDue, b.saga, b.read} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (b backlog) Collect(ch chan<- prometheus.Metric) {
	figures, read := b.figures()
	emit := func(d *prometheus.Desc, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	if !read.IsZero() {
		emit(b.read, float64(read.UnixMilli())/1000)
	}
	rest, more := outbox.Figures{}, false
	tell := func(label string, f outbox.Figures) {
		emit(b.waiting, float64(f.Backlog), label)
		emit(b.oldestDue, f.OldestDue.Seconds(), label)
		emit(b.saga, f.OldestSaga.Seconds(), label)
	}
	for _, f := range figures {
		label := b.m.operadores.label(f.OperadorID)
		if label != others {
			tell(label, f)
			continue
		}
		more = true
		rest.Backlog += f.Backlog
		rest.OldestDue, rest.OldestSaga = max(rest.OldestDue, f.OldestDue), max(rest.OldestSaga, f.OldestSaga)
	}
	if more {
		tell(others, rest)
	}
}
