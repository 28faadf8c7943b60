package transport_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// TestSlowOperations: what takes longer is logged, by its hash; what the client asked for is not.
func TestSlowOperations(t *testing.T) {
	slow := func(cfg *transport.Config) {
		cfg.Slow = time.Nanosecond
		cfg.Calls = func(ctx context.Context) (context.Context, func() int) { return ctx, func() int { return 7 } }
	}
	const text = `query ElNombreQueTieneMasDeSesentaYCuatroLetrasYPorEsoSeCortaEnElRegistro { node(id: "secreto") { id } }`
	b := start(t, slow)
	b.query(text, map[string]any{"otro": "secreto"})
	b.eventually("a line of the log", func() bool { return strings.Contains(b.log.String(), `"msg":"slow operation"`) })
	for line := range strings.Lines(b.log.String()) {
		if !strings.Contains(line, "slow operation") {
			continue
		}
		for _, part := range []string{`"tipo":"query"`, `"operacion":"ElNombreQueTieneMasDeSesentaYCuatroLetrasYPorEsoSeCortaEnElRegis"`, `"llamadas":7`, `"codigo":"`, `"sha256":"`} {
			if !strings.Contains(line, part) {
				t.Errorf("it does not say %s: %s", part, line)
			}
		}
	}
	if strings.Contains(b.log.String(), "secreto") {
		t.Errorf("the log has a value: %s", b.log)
	}
	quick := start(t, func(cfg *transport.Config) { cfg.Slow = time.Hour })
	quick.query(`{ __typename }`, nil)
	if strings.Contains(quick.log.String(), "slow operation") {
		t.Errorf("a quick one is logged: %s", quick.log)
	}
}

// tracer writes down what is traced.
type tracer struct {
	mu    sync.Mutex
	spans []string
}

func (r *tracer) note(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.spans = append(r.spans, fmt.Sprintf(format, args...))
}

func (r *tracer) has(span string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.spans {
		if s == span {
			return true
		}
	}
	return false
}

func (r *tracer) Operation(ctx context.Context, kind, _ string) (context.Context, func(string)) {
	return ctx, func(code string) { r.note("%s %s", kind, code) }
}

func (r *tracer) Field(ctx context.Context, name string) (context.Context, func()) {
	return ctx, func() { r.note("%s", name) }
}

func (r *tracer) Answered(traceparent string, since time.Time) {
	if time.Since(since) >= 0 {
		r.note("told %s", traceparent)
	}
}

// TestOperationsAreTraced: each with its kind and how it ended, and its root fields by their names in the schema,
// whatever brought it.
func TestOperationsAreTraced(t *testing.T) {
	r := &tracer{}
	b := start(t, func(cfg *transport.Config) { cfg.Tracer = r })
	b.query(`query Yo { secreto: miCarpeta { id } }`, nil)
	b.query(`{ node(id: "x") { id } }`, nil)
	b.do(request{body: operation(`{ miCarpeta { id } }`, nil), header: map[string]string{"Content-Type": "application/json"}})
	for _, want := range []string{"query OK", "Query.miCarpeta", "Query.node", "query UNAUTHENTICATED"} {
		b.eventually(want, func() bool { return r.has(want) })
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.spans {
		if strings.Contains(s, "secreto") || strings.Contains(s, "Yo") {
			t.Errorf("a span has the client's text: %s", s)
		}
	}
}
