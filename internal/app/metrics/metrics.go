package metrics

import (
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/traceparent"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

// Metrics implements the meters of the other packages. Make it with New.
type Metrics struct {
	registry
	*trail
	connections
	promises
	reconcile

	operadores  operadores
	requests    requests
	serviceEnds map[string]func() (own, ca time.Time)
	spans       *prometheus.CounterVec

	published, publishFailed, queueRefused, dispatched, direct, sagas *prometheus.CounterVec

	swept       prometheus.Counter
	sagaSeconds *prometheus.HistogramVec

	subscriptions, sockets prometheus.Gauge
	refused, shed          *prometheus.CounterVec
	slow                   prometheus.Counter

	actions, reencolados *prometheus.CounterVec

	storeCalls, storeCapacity, storeThrottle *prometheus.CounterVec

	storeOps sync.Map // method → storeOp
}

// New makes the metrics in a registry of their own.
func New() *Metrics {
	r := registry{prometheus.NewRegistry()}
	m := &Metrics{
		registry: r, trail: newTrail(r), connections: newConnections(r), promises: newPromises(r), requests: newRequests(r), serviceEnds: newServiceEnds(r),

		published:     r.counters("documento_deletion_events_published_total", "Messages confirmed by the broker.", "tipo"),
		publishFailed: r.counters("documento_deletion_publish_failures_total", "Messages not confirmed; the store keeps them due.", "tipo"),
		queueRefused:  r.counters("carpeta_queue_refusals_total", "Messages that a full work queue refused; the store keeps them due.", "queue"),
		dispatched:    r.counters("carpeta_outbox_dispatched_total", "Messages to the work queues confirmed by the broker, and deletions executed without any: its ratio between operadores is their share.", "operador"),
		swept:         r.counter("documento_deletion_swept_total", "Commands that the sweeper leased."),
		direct:        r.counters("documento_deletion_direct_total", "Deletions that this process executed without a message, or handed to the queues, and why.", "resultado"),
		sagas:         r.counters("documento_deletion_sagas_completed_total", "Sagas that ended in this process.", "estado"),
		sagaSeconds: r.seconds("documento_deletion_saga_duration_seconds", "From the request to the terminal state.",
			[]float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300, 900}, "estado"),
		subscriptions: r.gauge("carpeta_subscriptions", "Subscriptions open now."),
		sockets:       r.gauge("carpeta_websockets", "WebSockets open now."),
		refused:       r.counters("carpeta_refusals_total", "What was refused before it became an operation; sin_leer: its subject has no budget of refusals left.", "que"),
		shed:          r.counters("carpeta_memory_refusals_total", "What was refused because the process is near its memory limit.", "que"),
		slow:          r.counter("carpeta_slow_subscribers_total", "Subscribers closed because they did not keep up."),
		actions:       r.counters("carpeta_operator_actions_total", "What operadores did, and how it ended: OK or a code.", "accion", "resultado"),
		reencolados:   r.counters("carpeta_dead_letters_redriven_total", "Dead letters that were sent again.", "queue"),
		storeCalls:    r.counters("carpeta_store_calls_total", "Store calls.", "operacion"),
		storeCapacity: r.counters("carpeta_store_consumed_capacity_units_total", "Capacity units that the store reported.", "operacion"),
		storeThrottle: r.counters("carpeta_store_throttled_total", "Attempts that the store refused because a partition was asked too much.", "operacion"),
		spans:         r.counters("carpeta_trace_spans_total", "Spans that this process made (hechos) and that the collector took (enviados); the rest waits, or is lost.", "resultado"),
	}
	m.register(r)
	r.all.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.fromZero()
	return m
}

// fromZero shows what alerts watch before it happens: a counter that appears at 1
// has not increased for Prometheus.
func (m *Metrics) fromZero() {
	for _, state := range []eliminacion.EstadoSaga{eliminacion.Completada, eliminacion.Fallida, eliminacion.Cancelada} {
		m.sagas.WithLabelValues(string(state))
	}
	for _, d := range outbox.Desenlaces {
		m.direct.WithLabelValues(string(d))
	}
	for _, what := range shed.Kinds {
		m.shed.WithLabelValues(string(what))
	}
	for _, q := range broker.Queues {
		m.queueRefused.WithLabelValues(q.Name)
		for _, key := range q.Keys {
			m.publishFailed.WithLabelValues(key)
		}
	}
}

// Handler serves the metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.all, promhttp.HandlerOpts{Registry: m.all, EnableOpenMetrics: true}) // which has exemplars
}

// Published counts a confirmed message; a command also for its operador.
func (m *Metrics) Published(key, operadorID string) {
	m.published.WithLabelValues(key).Inc()
	if !broker.IsPureEvent(key) {
		m.dispatched.WithLabelValues(m.operadores.label(operadorID)).Inc()
	}
}

// PublishFailed counts a message that was not confirmed.
func (m *Metrics) PublishFailed(key string) { m.publishFailed.WithLabelValues(key).Inc() }

// PublishRefused counts a message that a full queue refused.
func (m *Metrics) PublishRefused(key string) {
	if q, work := broker.QueueFor(key); work {
		m.queueRefused.WithLabelValues(q.Name).Inc()
	}
}

// Swept counts leases.
func (m *Metrics) Swept(n int) { m.swept.Add(float64(n)) }

// Directa counts a deletion that might be executed without a message, by what became of it; an executed one also for
// its operador.
func (m *Metrics) Directa(d outbox.Desenlace, operadorID string) {
	m.direct.WithLabelValues(string(d)).Inc()
	if d == outbox.Ejecutada {
		m.dispatched.WithLabelValues(m.operadores.label(operadorID)).Inc()
	}
}

// SagaTerminada counts a saga that ended here.
func (m *Metrics) SagaTerminada(state string, duracion time.Duration, trace string) {
	m.sagas.WithLabelValues(state).Inc()
	id := ""
	if traceparent.Valid(trace) { // it was kept for a while
		id = traceparent.Recorded(trace)
	}
	observe(m.sagaSeconds.WithLabelValues(state), duracion, id)
}

// SlowSubscriber counts a subscriber closed for being slow.
func (m *Metrics) SlowSubscriber() { m.slow.Inc() }

// AccionDeOperador counts an operador's action.
func (m *Metrics) AccionDeOperador(action, result string) {
	m.actions.WithLabelValues(action, result).Inc()
}

// MensajesReencolados counts dead letters that were sent again.
func (m *Metrics) MensajesReencolados(queue string, n int) {
	m.reencolados.WithLabelValues(queue).Add(float64(n))
}

// StoreCall counts a store call and its consumption.
func (m *Metrics) StoreCall(op string, capacity float64) {
	o, known := m.storeOps.Load(op)
	if !known {
		m.storeThrottle.WithLabelValues(op) // at zero: a rate needs a beginning
		o, _ = m.storeOps.LoadOrStore(op, storeOp{m.storeCalls.WithLabelValues(op), m.storeCapacity.WithLabelValues(op)})
	}
	o.(storeOp).calls.Inc()
	o.(storeOp).capacity.Add(capacity)
}

// storeOp are the counters of a method of the store: each is looked for once.
type storeOp struct{ calls, capacity prometheus.Counter }

// StoreThrottled counts an attempt that was too much for a partition.
func (m *Metrics) StoreThrottled(op string) { m.storeThrottle.WithLabelValues(op).Inc() }

// SubscriptionsOpen moves the gauge of open subscriptions.
func (m *Metrics) SubscriptionsOpen(delta int) { m.subscriptions.Add(float64(delta)) }

// Refused counts refusals before a request became an operation.
func (m *Metrics) Refused(what string) { m.refused.WithLabelValues(what).Inc() }

// Shed counts what was refused for want of memory.
func (m *Metrics) Shed(what string) { m.shed.WithLabelValues(what).Inc() }

// SocketsOpen moves the gauge of open WebSockets.
func (m *Metrics) SocketsOpen(delta int) { m.sockets.Add(float64(delta)) }

// Spans counts spans.
func (m *Metrics) Spans(result string, n int) { m.spans.WithLabelValues(result).Add(float64(n)) }
