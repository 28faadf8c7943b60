package metrics

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

// What stands around the process: figures that are read at every scrape.

const (
	// scrapeWithin bounds the wait of a scrape for the broker. It is enough for a new connection to one that is 400 ms away.
	scrapeWithin = 5 * time.Second
	// knownFor is how long the last answer of a broker stays in the figures while the broker does not answer: without a
	// number there would seem to be no dead letter. After that the figure is absent.
	knownFor = 90 * time.Second
)

// DeadLetters adds rabbitmq_dlq_messages, one series per dead-letter queue: the last that is known.
func (m *Metrics) DeadLetters(count func(context.Context) ([]broker.QueueStats, error)) {
	messages := desc("rabbitmq_dlq_messages", "Messages waiting for an operator.", "queue")
	var (
		mu       sync.Mutex // scrapes may come at the same time
		known    []broker.QueueStats
		answered time.Time
	)
	m.scraped(func(tell emit) {
		ctx, cancel := context.WithTimeout(context.Background(), scrapeWithin)
		defer cancel()
		queues, err := count(ctx)
		mu.Lock()
		defer mu.Unlock()
		switch {
		case err == nil:
			known, answered = queues, time.Now()
		case time.Since(answered) > knownFor:
			known = nil
		}
		for _, q := range known {
			tell(messages, prometheus.GaugeValue, float64(q.Messages), q.Name)
		}
	}, messages)
}

// Roles adds whether each role has a process, as far as this one hears.
func (m *Metrics) Roles(missing func() role.Set) {
	present := desc("carpeta_role_present", "1 if a process has the role, as far as this one hears; 0 if none has.", "papel")
	m.scraped(func(tell emit) {
		gone := missing()
		for _, name := range role.All {
			tell(present, prometheus.GaugeValue, asFigure(!gone.Has(name)), string(name))
		}
	}, present)
}

// DataFolder adds what an operator has to see of the data folder of the embedded profile: the disk, where it tells, and
// when the last whole backup was made; the zero time if there was none.
func (m *Metrics) DataFolder(disk func() (free, size uint64, known bool), backup func() time.Time) {
	diskFree := desc("carpeta_disk_free_bytes", "What the program may still write on the disk of the data folder.")
	diskSize := desc("carpeta_disk_size_bytes", "Size of the disk of the data folder.")
	m.scraped(func(tell emit) {
		if free, size, known := disk(); known {
			tell(diskFree, prometheus.GaugeValue, float64(free))
			tell(diskSize, prometheus.GaugeValue, float64(size))
		}
	}, diskFree, diskSize)
	m.asked("carpeta_respaldo_ultimo_timestamp_seconds", "When the last whole backup was made; 0 if there was none.", func() float64 {
		if last := backup(); !last.IsZero() {
			return float64(last.Unix())
		}
		return 0
	})
}

// Certificate adds when the certificate of the API's address expires.
func (m *Metrics) Certificate(expires func() time.Time) {
	m.asked("carpeta_tls_certificate_expires_timestamp_seconds", "When the certificate that clients get expires.", func() float64 { return float64(expires().Unix()) })
}

// ServiceCertificates adds when the certificate for a service and its CA end; zero: there is none.
func (m *Metrics) ServiceCertificates(service string, ends func() (own, ca time.Time)) {
	m.serviceEnds[service] = ends
}

// newServiceEnds tells when that ends by which this process and the services that it uses know each other. The map is
// complete before anything is scraped.
func newServiceEnds(r registry) map[string]func() (own, ca time.Time) {
	services := map[string]func() (own, ca time.Time){}
	expires := desc("carpeta_service_certificate_expires_timestamp_seconds",
		"When the certificate that this process shows to a service expires, and the CA by which it knows the service.", "servicio", "que")
	r.scraped(func(tell emit) {
		for service, ends := range services {
			own, ca := ends()
			for what, at := range map[string]time.Time{"certificado": own, "ca": ca} {
				if !at.IsZero() {
					tell(expires, prometheus.GaugeValue, float64(at.Unix()), service, what)
				}
			}
		}
	}, expires)
	return services
}

// Issuer is what is known of the issuer of tokens.
type Issuer struct {
	requests *prometheus.CounterVec
	renewed  prometheus.Gauge
}

// Emisor adds the figures of an issuer whose keys are fetched, and returns their counter.
func (m *Metrics) Emisor() *Issuer {
	e := &Issuer{
		requests: m.counters("carpeta_issuer_requests_total", "Requests for the issuer's keys.", "resultado"),
		renewed:  m.gauge("carpeta_issuer_keys_fetched_timestamp_seconds", "When the issuer's keys were fetched; 0: never."),
	}
	e.requests.WithLabelValues("falla") // alerts watch it before it happens
	return e
}

// IssuerAsked counts a request for keys, with the error of one that failed.
func (e *Issuer) IssuerAsked(err error) {
	if err != nil {
		e.requests.WithLabelValues("falla").Inc()
		return
	}
	e.requests.WithLabelValues("ok").Inc()
	e.renewed.SetToCurrentTime()
}

// ClockDifference adds how far the clock of this server is from that of the store. difference may be called at any time.
func (m *Metrics) ClockDifference(difference func() (d time.Duration, known bool)) {
	seconds := desc("carpeta_clock_difference_seconds", "How far the clock of this server is ahead of that of the store; absent while nobody knows.")
	m.scraped(func(tell emit) {
		if d, known := difference(); known {
			tell(seconds, prometheus.GaugeValue, d.Seconds())
		}
	}, seconds)
}

// LinksWithheld says whether the object store takes what nobody signed. withheld may be called at any time.
func (m *Metrics) LinksWithheld(withheld func() bool) {
	m.asked("carpeta_links_withheld", "1: no links to files are given, because the object store takes files that nobody signed.", func() float64 { return asFigure(withheld()) })
}
