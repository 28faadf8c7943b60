package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// scrapeWithin bounds the wait of a scrape for the broker.
const scrapeWithin = 2 * time.Second

// deadLetters asks the broker at every scrape. While the broker is away the
// metric is absent: an old figure would be a false all-clear.
type deadLetters struct {
	desc  *prometheus.Desc
	count func(context.Context) ([]broker.QueueStats, error)
}

// DeadLetters adds rabbitmq_dlq_messages, one series per dead-letter queue.
func (m *Metrics) DeadLetters(count func(context.Context) ([]broker.QueueStats, error)) {
	m.registry.MustRegister(deadLetters{
		desc:  prometheus.NewDesc("rabbitmq_dlq_messages", "Messages waiting for an operator.", []string{"queue"}, nil),
		count: count,
	})
}

// Describe implements prometheus.Collector.
func (d deadLetters) Describe(ch chan<- *prometheus.Desc) { ch <- d.desc }

// Collect implements prometheus.Collector.
func (d deadLetters) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWithin)
	defer cancel()
	queues, err := d.count(ctx)
	if err != nil {
		return
	}
	for _, q := range queues {
		ch <- prometheus.MustNewConstMetric(d.desc, prometheus.GaugeValue, float64(q.Messages), q.Name)
	}
}
