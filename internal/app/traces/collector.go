package traces

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"sync/atomic"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// collector is a collector as otlptrace.Client: OTLP over HTTP in binary protobuf. OpenTelemetry's own client for
// it brings gRPC into the program, for a request that is one POST (ADR 0036).
type collector struct {
	url     string
	headers string // a file; it may be replaced at any time
	http    *http.Client
	spans   func(result string, n int)
	log     *slog.Logger
	away    atomic.Bool
}

func newCollector(cfg Config) *collector {
	return &collector{url: cfg.URL, headers: cfg.Headers, http: client(), spans: cfg.Spans, log: cfg.Log}
}

// Start implements otlptrace.Client.
func (*collector) Start(context.Context) error { return nil }

// Stop implements otlptrace.Client.
func (c *collector) Stop(context.Context) error {
	c.http.CloseIdleConnections()
	return nil
}

// UploadTraces implements otlptrace.Client. It tries once: spans are not worth memory while the collector is away.
func (c *collector) UploadTraces(ctx context.Context, spans []*tracepb.ResourceSpans) error {
	err := c.post(ctx, &tracepb.TracesData{ResourceSpans: spans})
	if away := err != nil; c.away.Swap(away) != away {
		c.tell(err)
	}
	if err == nil {
		c.spans(Sent, count(spans))
	}
	return err
}

// tell writes one line for each outage, and one for its end.
func (c *collector) tell(err error) {
	if err != nil {
		c.log.Warn("traces cannot be sent; they are lost until the collector answers", "error", err)
		return
	}
	c.log.Info("traces are sent again")
}

// maxAnswer of the collector is read, so that its connection serves again.
const maxAnswer = 64 << 10

// post sends a batch. TracesData is ExportTraceServiceRequest on the wire: both are the resource's spans, as field 1.
func (c *collector) post(ctx context.Context, batch *tracepb.TracesData) error {
	headers, err := readHeaders(c.headers)
	if err != nil {
		return err
	}
	plain, err := proto.Marshal(batch)
	if err != nil {
		return err
	}
	var body bytes.Buffer
	zip := gzip.NewWriter(&body)
	_, _ = zip.Write(plain) // a buffer takes everything
	_ = zip.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, &body)
	if err != nil {
		return err
	}
	maps.Copy(req.Header, headers)
	req.Header.Set("Content-Type", "application/x-protobuf")
	req.Header.Set("Content-Encoding", "gzip")
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, maxAnswer))
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return fmt.Errorf("the collector answered %d", resp.StatusCode)
	}
	return nil
}

func count(spans []*tracepb.ResourceSpans) (n int) {
	for _, r := range spans {
		for _, s := range r.GetScopeSpans() {
			n += len(s.GetSpans())
		}
	}
	return n
}
