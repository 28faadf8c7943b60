package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// registry makes metrics that are in it.
type registry struct{ all *prometheus.Registry }

func (r registry) counter(name, help string) prometheus.Counter {
	c := prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	r.all.MustRegister(c)
	return c
}

func (r registry) counters(name, help string, labels ...string) *prometheus.CounterVec {
	c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	r.all.MustRegister(c)
	return c
}

func (r registry) gauge(name, help string) prometheus.Gauge {
	g := prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
	r.all.MustRegister(g)
	return g
}

func (r registry) gauges(name, help, label string) *prometheus.GaugeVec {
	g := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, []string{label})
	r.all.MustRegister(g)
	return g
}

func (r registry) seconds(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	h := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, labels)
	r.all.MustRegister(h)
	return h
}

// asked adds a figure that is asked for at every scrape.
func (r registry) asked(name, help string, value func() float64) {
	r.all.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
}

// scraped are figures that are asked for together at every scrape. Those that nobody knows are absent: an old figure
// would be a false all-clear.
type scraped struct {
	descs   []*prometheus.Desc
	collect func(emit)
}

// emit tells one figure of a scrape.
type emit func(d *prometheus.Desc, kind prometheus.ValueType, value float64, labels ...string)

func (r registry) scraped(collect func(emit), descs ...*prometheus.Desc) {
	r.all.MustRegister(scraped{descs, collect})
}

// Describe implements prometheus.Collector.
func (s scraped) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range s.descs {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (s scraped) Collect(ch chan<- prometheus.Metric) {
	s.collect(func(d *prometheus.Desc, kind prometheus.ValueType, value float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, kind, value, labels...)
	})
}

func desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

// observe times something, with its trace as the bucket's exemplar if it was traced.
func observe(o prometheus.Observer, d time.Duration, traceID string) {
	if with, can := o.(prometheus.ExemplarObserver); can && traceID != "" {
		with.ObserveWithExemplar(d.Seconds(), prometheus.Labels{"trace_id": traceID})
		return
	}
	o.Observe(d.Seconds())
}

func asFigure(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
