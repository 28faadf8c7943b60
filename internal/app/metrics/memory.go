package metrics

import "github.com/prometheus/client_golang/prometheus"

// Memory says how near the process is to its memory limit. Its methods may be called at
// any time.
type Memory interface {
	Level() int // 0; 1 and 2 are the steps in which work is refused
	Used() uint64
	Limit() uint64
}

// Memory adds the figures of the memory limit, read at every scrape.
func (m *Metrics) Memory(g Memory) {
	gauge := func(name, help string, value func() float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
	}
	gauge("carpeta_memory_step", "0: all work is taken; 1: no large work; 2: no new work.", func() float64 { return float64(g.Level()) })
	gauge("carpeta_memory_used_bytes", "What counts against the memory limit: resident memory, pages of files apart.", func() float64 { return float64(g.Used()) })
	gauge("carpeta_memory_limit_bytes", "The memory limit; 0 if nobody knows one.", func() float64 { return float64(g.Limit()) })
}
