package app

import (
	"crypto/rand"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/app/memory"
	"github.com/carpeta-ciudadana/servidor/internal/app/metrics"
	"github.com/carpeta-ciudadana/servidor/internal/app/traces"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// process is what every part of this program shares.
type process struct {
	cfg     config.Config
	log     *slog.Logger
	clock   func() time.Time
	metrics *metrics.Metrics
	traces  *traces.Traces // nil: nothing is traced
	name    string         // in leases and in the log; says nothing about the machine
	public  *publicURL
}

func newProcess(cfg config.Config, log *slog.Logger) (p process, err error) {
	for _, warning := range cfg.Warnings() {
		log.Warn(warning)
	}
	p = process{
		cfg: cfg, log: log, clock: time.Now, metrics: metrics.New(), name: "p-" + strings.ToLower(rand.Text()[:8]),
		public: &publicURL{named: strings.TrimSuffix(cfg.PublicURL, "/")}, // paths are put behind it
	}
	p.metrics.Build(Number, builtFrom())
	boundMemory(cfg, log)
	p.traces, err = newTraces(p)
	return p, err
}

// distributed reports which profile runs.
func (p process) distributed() bool { return p.cfg.Profile == config.Distributed }

// owner is whose a lease is. Of the embedded profile's processes one at a time has the data folder: the next one need
// not wait for the end of the lease of one that died.
func (p process) owner() string {
	if p.distributed() {
		return p.name
	}
	return string(config.Embedded)
}

// newID makes a UUID v7: new documents and deletions sort by their creation.
func newID() string { return uuid.Must(uuid.NewV7()).String() }

// boundMemory has the collector keep below the memory limit.
func boundMemory(cfg config.Config, log *slog.Logger) {
	limit := cfg.Memory()
	memory.SoftLimit(limit)
	slack := memory.Allow(uint64(cfg.MemorySlack), limit)
	if limit.Bytes > 0 && limit.Bytes>>20 < config.LeastMemoryMiB {
		log.Warn("the memory limit is less than this program needs, and it may refuse all work: give it 64 MiB or more", "limite_mib", limit.Bytes>>20)
	}
	log.Info("memory limit", "limite_mib", limit.Bytes>>20, "de", string(limit.Source), "holgura_mib", slack>>20)
}

// tracesAsked are further traces a second, at most, of requests whose traceparent says sampled: anybody can say so.
const tracesAsked = 5

// newTraces begins to trace, if there is a collector.
func newTraces(p process) (*traces.Traces, error) {
	if p.cfg.TracesURL == "" {
		return nil, nil
	}
	var roles []string
	for _, r := range p.cfg.Roles() {
		roles = append(roles, string(r))
	}
	return traces.New(traces.Config{
		URL: p.cfg.TracesURL, Headers: p.cfg.TracesHeaders, Ratio: p.cfg.TracesRatio, Asked: tracesAsked, Process: p.name, Version: Number, Roles: roles,
		Spans: p.metrics.Spans, Log: p.log,
	})
}

// publicURL is where clients reach this server. Every signed URL begins with it. Without a configured one it is known
// once the API listens.
type publicURL struct {
	named string
	heard atomic.Pointer[string]
}

func (u *publicURL) get() string {
	if heard := u.heard.Load(); u.named == "" && heard != nil {
		return *heard
	}
	return u.named
}

func (u *publicURL) hear(url string) { u.heard.Store(&url) }

// close ends the traces: they have the spans of what ends before.
func (p process) close() error {
	if p.traces == nil {
		return nil
	}
	return p.traces.Close()
}
