package app

import (
	"context"
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/app/traces"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/server/engine"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
)

// tracesAsked are further traces a second, at most, of requests whose traceparent says sampled: anybody can say so.
const tracesAsked = 5

// openTraces begins to trace, if there is a collector. It is closed last: it has the spans of what ends before.
func (a *App) openTraces() (err error) {
	if a.cfg.TracesURL == "" {
		return nil
	}
	var roles []string
	for _, r := range a.cfg.Roles() {
		roles = append(roles, string(r))
	}
	a.traces, err = traces.New(traces.Config{
		URL: a.cfg.TracesURL, Headers: a.cfg.TracesHeaders, Ratio: a.cfg.TracesRatio, Asked: tracesAsked, Process: a.process, Version: Number, Roles: roles,
		Spans: a.metrics.Spans, Log: a.log,
	})
	if err == nil {
		a.onClose(a.traces.Close)
	}
	return err
}

// tracer is nil if nothing is traced.
func (a *App) tracer() engine.Tracer {
	if a.traces == nil {
		return nil
	}
	return a.traces
}

// calls count those of DynamoDB, for the log of slow operations. The embedded store makes none.
func (a *App) calls() func(context.Context) (context.Context, func() int) {
	if a.cfg.Profile != config.Distributed {
		return nil
	}
	return traces.CountCalls
}

// exchanges are counted and traced.
func (a *App) exchanges() dynamostore.Exchange {
	if a.traces == nil && a.cfg.SlowOperation == 0 {
		return nil
	}
	return a.traces.Exchange
}

// objectCalls are traced.
func (a *App) objectCalls() func(http.RoundTripper) http.RoundTripper {
	if a.traces == nil {
		return nil
	}
	return a.traces.Calls
}
