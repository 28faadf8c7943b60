package collector

import (
	"compress/gzip"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	common "go.opentelemetry.io/proto/otlp/common/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// Span is one span as it came.
type Span struct {
	Trace, ID, Parent string // hex
	Name, Kind        string // Kind as SPAN_KIND_SERVER
	Process, Roles    string // service.instance.id, carpeta.papeles
	Attributes        map[string]string
	Links             []string // ids of spans
	Failed            bool
	Lasted            uint64 // ns
}

// Collector keeps the spans that it was sent.
type Collector struct {
	URL string // for CARPETA_TRAZAS_URL

	mu     sync.Mutex
	spans  []Span
	text   []byte
	header http.Header
	status int
	wrong  error
}

// Start starts a collector; it ends with the test, which fails if somebody sent what is no OTLP.
func Start(t testing.TB) *Collector {
	c := &Collector{status: http.StatusOK}
	s := httptest.NewServer(c)
	c.URL = s.URL + "/v1/traces"
	t.Cleanup(func() {
		s.Close()
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.wrong != nil {
			t.Errorf("the collector was sent something else: %v", c.wrong)
		}
	})
	return c
}

// Answer has it answer with a status from now on. It keeps nothing unless that is 200.
func (c *Collector) Answer(status int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.status = status
}

// Spans are those of a trace so far; of all for "".
func (c *Collector) Spans(trace string) (of []Span) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.spans {
		if trace == "" || s.Trace == trace {
			of = append(of, s)
		}
	}
	return of
}

// Text is all that came so far, as JSON.
func (c *Collector) Text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return string(c.text)
}

// Headers are those of the last request.
func (c *Collector) Headers() http.Header {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.header
}

func (c *Collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	batch, err := read(r)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.header = r.Header.Clone()
	switch {
	case err != nil:
		c.wrong = errors.Join(c.wrong, err)
	case c.status == http.StatusOK:
		c.keep(batch)
	}
	w.WriteHeader(c.status)
}

func read(r *http.Request) (*tracepb.TracesData, error) {
	if r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/x-protobuf" || r.Header.Get("Content-Encoding") != "gzip" {
		return nil, fmt.Errorf("%s %v", r.Method, r.Header)
	}
	zip, err := gzip.NewReader(r.Body)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(zip)
	if err != nil {
		return nil, err
	}
	batch := new(tracepb.TracesData)
	return batch, proto.Unmarshal(body, batch)
}

func (c *Collector) keep(batch *tracepb.TracesData) {
	c.text = append(c.text, protojson.Format(batch)...)
	for _, r := range batch.GetResourceSpans() {
		process := attributes(r.GetResource().GetAttributes())
		for _, scope := range r.GetScopeSpans() {
			for _, s := range scope.GetSpans() {
				span := spanOf(s)
				span.Process, span.Roles = process["service.instance.id"], process["carpeta.papeles"]
				c.spans = append(c.spans, span)
			}
		}
	}
}

func spanOf(s *tracepb.Span) Span {
	span := Span{
		Trace: hex.EncodeToString(s.GetTraceId()), ID: hex.EncodeToString(s.GetSpanId()), Parent: hex.EncodeToString(s.GetParentSpanId()),
		Name: s.GetName(), Kind: s.GetKind().String(), Attributes: attributes(s.GetAttributes()),
		Failed: s.GetStatus().GetCode() == tracepb.Status_STATUS_CODE_ERROR, Lasted: s.GetEndTimeUnixNano() - s.GetStartTimeUnixNano(),
	}
	for _, l := range s.GetLinks() {
		span.Links = append(span.Links, hex.EncodeToString(l.GetSpanId()))
	}
	return span
}

func attributes(all []*common.KeyValue) map[string]string {
	m := map[string]string{}
	for _, a := range all {
		m[a.GetKey()] = textOf(a.GetValue())
	}
	return m
}

func textOf(v *common.AnyValue) string {
	switch v := v.GetValue().(type) {
	case *common.AnyValue_StringValue:
		return v.StringValue
	case *common.AnyValue_IntValue:
		return fmt.Sprint(v.IntValue)
	case *common.AnyValue_ArrayValue:
		var all []string
		for _, e := range v.ArrayValue.GetValues() {
			all = append(all, textOf(e))
		}
		return strings.Join(all, ",")
	default:
		return fmt.Sprint(v)
	}
}

// Named are the spans of a name.
func Named(all []Span, name string) []Span {
	return slices.DeleteFunc(slices.Clone(all), func(s Span) bool { return s.Name != name })
}

// Below reports whether a span has another above it, by its parents.
func Below(all []Span, s, above Span) bool {
	for range all {
		i := slices.IndexFunc(all, func(p Span) bool { return p.ID == s.Parent })
		if i < 0 {
			return false
		}
		if s = all[i]; s.ID == above.ID {
			return true
		}
	}
	return false
}
