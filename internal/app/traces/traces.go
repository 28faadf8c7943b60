package traces

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/time/rate"
)

// Config says where spans go, and of which requests there are some.
type Config struct {
	URL     string  // where the collector takes OTLP over HTTP, as http://127.0.0.1:4318/v1/traces
	Headers string  // file of header fields for it, read for each batch; "": none
	Ratio   float64 // of the requests that are traced, 0 to 1
	Asked   int     // further traces a second, at most, that callers ask for (traceparent with the flag sampled)

	Process string   // names this process
	Version string   // of the program
	Roles   []string // of this process

	Spans func(result string, n int) // counts spans, by Made and Sent
	Log   *slog.Logger

	CloseWithin time.Duration // of the last sending; 0: 3 s. A collector that hangs keeps no process from its end
}

// Results of Config.Spans. What was made and not sent waits, or is lost.
const (
	Made = "hechos"
	Sent = "enviados"
)

// Traces makes the spans of a process. Its methods may be called at any time, those that wrap something on nil too.
type Traces struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
	ratio    float64
	asked    *rate.Limiter
	answered *rate.Limiter
	closing  time.Duration
}

// Bounds of what a collector that is slow or away can cost, and a crowd: queued spans of about 1.5 KB, the times of one
// batch and of the end.
const (
	maxQueue      = 4096
	exportTimeout = 10 * time.Second
	closeWithin   = 3 * time.Second
	maxAnswered   = 200 // answers to subscribers a second
)

// New makes Traces; Close them. It opens no connection. Headers that cannot be read are an error.
func New(cfg Config) (*Traces, error) {
	if _, err := readHeaders(cfg.Headers); err != nil {
		return nil, err
	}
	cfg.Spans(Made, 0) // both begin together: 0 sent of 5 made is not 0 of 0
	cfg.Spans(Sent, 0)
	// The exporter logs a failure once for each outage.
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { cfg.Log.Debug("opentelemetry", "error", err) }))
	exporter, err := otlptrace.New(context.Background(), newCollector(cfg))
	if err != nil {
		return nil, err
	}
	who := resource.NewSchemaless(
		semconv.ServiceName("carpeta"), semconv.ServiceVersion(cfg.Version), semconv.ServiceInstanceID(cfg.Process), rolesOf.StringSlice(cfg.Roles))
	p := sdk.NewTracerProvider(
		sdk.WithResource(who), sdk.WithSampler(sdk.AlwaysSample()), // who is traced was decided before a span begins
		sdk.WithSpanProcessor(counted{sdk.NewBatchSpanProcessor(exporter, sdk.WithMaxQueueSize(maxQueue), sdk.WithExportTimeout(exportTimeout)), cfg.Spans}),
	)
	return &Traces{
		provider: p, tracer: p.Tracer("github.com/carpeta-ciudadana/servidor"), ratio: cfg.Ratio,
		asked: rate.NewLimiter(rate.Limit(cfg.Asked), cfg.Asked), answered: rate.NewLimiter(maxAnswered, maxAnswered), closing: cmp.Or(cfg.CloseWithin, closeWithin),
	}, nil
}

// Close sends what waits.
func (t *Traces) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), t.closing)
	defer cancel()
	_ = t.provider.Shutdown(ctx) // what was lost is counted, and no reason to end with a failure
	return nil
}

// counted counts the spans that were made, also those that the queue has no room for.
type counted struct {
	sdk.SpanProcessor
	count func(result string, n int)
}

func (c counted) OnEnd(s sdk.ReadOnlySpan) {
	c.count(Made, 1)
	c.SpanProcessor.OnEnd(s)
}

// client calls the collector, and nobody else that it may name.
func client() *http.Client {
	return &http.Client{
		Timeout:       exportTimeout,
		Transport:     http.DefaultTransport.(*http.Transport).Clone(),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
