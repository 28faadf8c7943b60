package traces

import (
	"context"
	"net/http"
	"strconv"
	"sync/atomic"

	"go.opentelemetry.io/otel/trace"
)

// counting is a context that counts the calls of the store which are made on its behalf.
type counting struct {
	context.Context
	n atomic.Int64
}

type countingKey struct{}

func (c *counting) Value(key any) any {
	if key == (countingKey{}) {
		return c
	}
	return c.Context.Value(key)
}

// CountCalls prepares a context; calls says how many there were.
func CountCalls(ctx context.Context) (_ context.Context, calls func() int) {
	c := &counting{Context: ctx}
	return c, func() int { return int(c.n.Load()) }
}

// Exchange counts an exchange with DynamoDB, and makes a span of it; nil if nobody wants to know its end.
func (t *Traces) Exchange(ctx context.Context, action, method string) (ended func(status int, err error)) {
	if c, ok := ctx.Value(countingKey{}).(*counting); ok {
		c.n.Add(1)
	}
	if t == nil || !isTraced(ctx) {
		return nil
	}
	_, span := t.start(ctx, "DynamoDB."+action, trace.SpanKindClient, dynamoDB, dbOperation.String(action), storeMethod.String(method))
	return func(status int, err error) { endCall(span, status, err) }
}

// Calls makes spans of calls over HTTP, without their addresses, which name files.
func (t *Traces) Calls(next http.RoundTripper) http.RoundTripper { return calls{next, t} }

type calls struct {
	next http.RoundTripper
	t    *Traces
}

// RoundTrip implements http.RoundTripper.
func (c calls) RoundTrip(r *http.Request) (*http.Response, error) {
	if !isTraced(r.Context()) {
		return c.next.RoundTrip(r)
	}
	method := methodOf(r.Method)
	_, span := c.t.start(r.Context(), method, trace.SpanKindClient, httpMethod.String(method), serverAddress.String(r.URL.Hostname()))
	resp, err := c.next.RoundTrip(r)
	status := 0
	if resp != nil {
		status = resp.StatusCode
	}
	endCall(span, status, err)
	return resp, err
}

// CloseIdleConnections lets the connections below go.
func (c calls) CloseIdleConnections() {
	if next, ok := c.next.(interface{ CloseIdleConnections() }); ok {
		next.CloseIdleConnections()
	}
}

// endCall ends the span of an exchange; status 0 is one without an answer.
func endCall(span trace.Span, status int, err error) {
	if status > 0 {
		span.SetAttributes(httpStatus.Int(status))
	}
	switch {
	case err != nil:
		fail(span, "_OTHER")
	case status >= http.StatusBadRequest:
		fail(span, strconv.Itoa(status))
	}
	span.End()
}
