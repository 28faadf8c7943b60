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
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/traceparent"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

// Metrics implements the meters of the other packages. Make it with New.
type Metrics struct {
	registry   *prometheus.Registry
	operadores operadores

	published     *prometheus.CounterVec
	publishFailed *prometheus.CounterVec
	queueRefused  *prometheus.CounterVec
	dispatched    *prometheus.CounterVec
	swept         prometheus.Counter
	direct        *prometheus.CounterVec
	sagas         *prometheus.CounterVec
	sagaSeconds   *prometheus.HistogramVec

	requests      *prometheus.HistogramVec
	subscriptions prometheus.Gauge
	sockets       prometheus.Gauge
	refused       *prometheus.CounterVec
	shed          *prometheus.CounterVec
	slow          prometheus.Counter

	actions     *prometheus.CounterVec
	reencolados *prometheus.CounterVec

	reads   *prometheus.CounterVec
	events  prometheus.Counter
	samples samples

	reconcile   reconcile
	seals       seals
	connections connections
	archive     archive
	traces      traces
	promises    promises
	known       known

	storeCalls    *prometheus.CounterVec
	storeCapacity *prometheus.CounterVec
	storeThrottle *prometheus.CounterVec
	storeOps      sync.Map // method → storeOp
}

// New makes the metrics in a registry of their own.
func New() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	m.published = counter("documento_deletion_events_published_total", "Messages confirmed by the broker.", "tipo")
	m.publishFailed = counter("documento_deletion_publish_failures_total", "Messages not confirmed; the store keeps them due.", "tipo")
	m.queueRefused = counter("carpeta_queue_refusals_total", "Messages that a full work queue refused; the store keeps them due.", "queue")
	m.dispatched = counter("carpeta_outbox_dispatched_total", "Messages to the work queues confirmed by the broker, and deletions executed without any: its ratio between operadores is their share.", "operador")
	m.swept = prometheus.NewCounter(prometheus.CounterOpts{Name: "documento_deletion_swept_total", Help: "Commands that the sweeper leased."})
	m.direct = counter("documento_deletion_direct_total", "Deletions that this process executed without a message, or handed to the queues, and why.", "resultado")
	m.sagas = counter("documento_deletion_sagas_completed_total", "Sagas that ended in this process.", "estado")
	m.sagaSeconds = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "documento_deletion_saga_duration_seconds", Help: "From the request to the terminal state.",
		Buckets: []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300, 900},
	}, []string{"estado"})
	m.requests = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "carpeta_graphql_request_duration_seconds", Help: "Duration of GraphQL operations, subscriptions apart.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	}, []string{"operacion", "codigo"})
	m.subscriptions = prometheus.NewGauge(prometheus.GaugeOpts{Name: "carpeta_subscriptions", Help: "Subscriptions open now."})
	m.sockets = prometheus.NewGauge(prometheus.GaugeOpts{Name: "carpeta_websockets", Help: "WebSockets open now."})
	m.refused = counter("carpeta_refusals_total", "What was refused before it became an operation; sin_leer: its subject has no budget of refusals left.", "que")
	m.shed = counter("carpeta_memory_refusals_total", "What was refused because the process is near its memory limit.", "que")
	m.slow = prometheus.NewCounter(prometheus.CounterOpts{Name: "carpeta_slow_subscribers_total", Help: "Subscribers closed because they did not keep up."})
	m.actions = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "carpeta_operator_actions_total", Help: "What operadores did, and how it ended: OK or a code.",
	}, []string{"accion", "resultado"})
	m.reencolados = counter("carpeta_dead_letters_redriven_total", "Dead letters that were sent again.", "queue")
	m.storeCalls = counter("carpeta_store_calls_total", "Store calls.", "operacion")
	m.storeCapacity = counter("carpeta_store_consumed_capacity_units_total", "Capacity units that the store reported.", "operacion")
	m.storeThrottle = counter("carpeta_store_throttled_total", "Attempts that the store refused because a partition was asked too much.", "operacion")
	m.reads, m.events = newReads(), newEvents()
	m.connections = newConnections()
	m.archive = newArchive(m.registry)
	m.samples = newSamples(m.registry)
	m.traces = newTraces()
	m.promises = newPromises(m.registry)
	m.known = newKnown()
	m.fromZero()
	m.registry.MustRegister(&m.reconcile, &m.seals, &m.connections, m.traces, &m.known,
		m.published, m.publishFailed, m.queueRefused, m.dispatched, m.swept, m.direct, m.sagas, m.sagaSeconds, m.requests, m.subscriptions, m.sockets, m.refused, m.shed, m.slow, m.actions, m.reencolados, m.reads, m.events, m.storeCalls, m.storeCapacity, m.storeThrottle,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return m
}

// fromZero shows what alerts watch before it happens: a counter that appears at 1
// has not increased for Prometheus.
func (m *Metrics) fromZero() {
	for _, state := range []eliminacion.EstadoSaga{eliminacion.Completada, eliminacion.Fallida, eliminacion.Cancelada} {
		m.sagas.WithLabelValues(string(state))
	}
	for _, code := range []fault.Code{fault.Internal, fault.Unavailable} {
		m.requests.WithLabelValues("invalid", string(code)) // refused at the door
	}
	for _, d := range eliminacion.Desenlaces {
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

func counter(name, help, label string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, []string{label})
}

// Handler serves the metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry, EnableOpenMetrics: true}) // which has exemplars
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
func (m *Metrics) Directa(d eliminacion.Desenlace, operadorID string) {
	m.direct.WithLabelValues(string(d)).Inc()
	if d == eliminacion.Ejecutada {
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
