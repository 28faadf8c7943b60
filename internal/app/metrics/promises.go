package metrics

import (
	"cmp"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// promises are the figures by which docs/objetivos.md judges what users were promised, beside the duration of
// operations and sagas.
type promises struct {
	mutations *prometheus.CounterVec
	ended     *prometheus.CounterVec
	cursors   *prometheus.CounterVec
	pages     *prometheus.CounterVec
}

// ok is the code of what went well.
const ok = "OK"

var verdicts = map[relay.Verdict]string{relay.Good: "bueno", relay.Expired: "vencido", relay.Altered: "alterado", relay.Foreign: "ajeno"}

func newPromises(r registry) promises {
	p := promises{
		mutations: r.counters("carpeta_mutations_total", "Changes that were asked for, by how they ended: OK, or a code, also one that a payload tells.", "mutacion", "codigo"),
		ended:     r.counters("carpeta_subscriptions_ended_total", "Subscriptions that ended, or did not begin: OK or a code.", "codigo"),
		cursors:   r.counters("carpeta_cursors_total", "Cursors that came: bueno, or refused as vencido, alterado, ajeno (of another list or person).", "resultado"),
		pages:     r.counters("carpeta_pages_compared_total", "Later pages: did their list change since the cursor was made?", "resultado"),
	}
	for _, of := range verdicts {
		p.cursors.WithLabelValues(of)
	}
	for _, changed := range []bool{false, true} {
		p.pages.WithLabelValues(comparison(changed))
	}
	for _, code := range []string{ok, string(fault.Internal), string(fault.Unavailable)} {
		p.ended.WithLabelValues(code)
	}
	return p
}

// Cambiado counts a mutation that ended; code is "" if it went well.
func (m *Metrics) Cambiado(mutation string, code fault.Code) {
	m.promises.mutations.WithLabelValues(mutation, string(cmp.Or(code, ok))).Inc()
}

// CursorOpened counts a cursor that came.
func (m *Metrics) CursorOpened(v relay.Verdict) {
	m.promises.cursors.WithLabelValues(verdicts[v]).Inc()
}

// PageCompared counts a later page.
func (m *Metrics) PageCompared(changed bool) {
	m.promises.pages.WithLabelValues(comparison(changed)).Inc()
}

func comparison(changed bool) string {
	if changed {
		return "cambiada"
	}
	return "igual"
}
