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

// Backlog adds the figures of the outbox per operador, read at every scrape. While the store does not answer there is
// nothing but the moment when it last did.
func (m *Metrics) Backlog(figures func() ([]outbox.Figures, time.Time)) {
	waiting := desc("carpeta_outbox_backlog", "Commands that are due and wait in the store; counted up to 1000.", "operador")
	oldestDue := desc("carpeta_outbox_oldest_age_seconds", "How long the oldest of them has been due.", "operador")
	saga := desc("carpeta_saga_oldest_age_seconds", "How long the oldest unfinished deletion is under way, undo windows and approvals apart.", "operador")
	read := desc("carpeta_outbox_last_read_timestamp_seconds", "When the store last answered the sweeper, or had nothing to answer.")
	m.scraped(func(tell emit) {
		all, at := figures()
		if !at.IsZero() {
			tell(read, prometheus.GaugeValue, float64(at.UnixMilli())/1000)
		}
		for _, f := range m.operadores.labelled(all) {
			tell(waiting, prometheus.GaugeValue, float64(f.Backlog), f.OperadorID)
			tell(oldestDue, prometheus.GaugeValue, f.OldestDue.Seconds(), f.OperadorID)
			tell(saga, prometheus.GaugeValue, f.OldestSaga.Seconds(), f.OperadorID)
		}
	}, waiting, oldestDue, saga, read)
}

// labelled puts those without a label of their own together.
func (o *operadores) labelled(all []outbox.Figures) (out []outbox.Figures) {
	rest, more := outbox.Figures{OperadorID: others}, false
	for _, f := range all {
		if o.label(f.OperadorID) != others {
			out = append(out, f)
			continue
		}
		more = true
		rest.Backlog += f.Backlog
		rest.OldestDue, rest.OldestSaga = max(rest.OldestDue, f.OldestDue), max(rest.OldestSaga, f.OldestSaga)
	}
	if more {
		out = append(out, rest)
	}
	return out
}

// Weights tells the shares that the operator gave by name; whoever is not there has 1.
func (m *Metrics) Weights(of map[string]int) {
	weights := m.gauges("carpeta_operador_weight", "The operador's share beside the others, where it was set (PESOS); 1 where it is not told.", "operador")
	for operador, weight := range of {
		weights.WithLabelValues(m.operadores.label(operador)).Set(float64(weight))
	}
}
