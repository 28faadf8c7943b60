package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"time"
)

// Pages of servers that trace nothing, one request in a hundred, and all of them: each answers so many in a round.
const (
	traceRounds = 12
	traceEach   = 1000
	traceBudget = 1.02
)

// traces compares the processor of a page, the cheapest of requests, without and with tracing.
func (b *bench) traces(ctx context.Context, profile string) (err error) {
	sink := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
	defer sink.Close()
	used := map[string]time.Duration{}
	names := []string{"off", "1 %", "all"}
	visits := map[string]*visit{}
	defer func() {
		for _, v := range visits {
			err = errors.Join(err, v.close())
		}
	}()
	for name, env := range map[string][]string{
		"off": nil, "1 %": {"CARPETA_TRAZAS_URL=" + sink.URL + "/v1/traces"}, "all": {"CARPETA_TRAZAS_URL=" + sink.URL + "/v1/traces", "CARPETA_TRAZAS_MUESTRA=1"},
	} {
		v, err := b.visit(ctx, profile, []int{few}, append(env, "CARPETA_RATE_PER_SECOND=0")...)
		if err != nil {
			return err
		}
		visits[name] = v
	}
	for round := range traceRounds + 1 { // the first one is a rehearsal
		for n := range names {
			name := names[(n+round)%len(names)]
			spent, err := visits[name].answer(ctx, traceEach)
			if err != nil {
				return fmt.Errorf("tracing %s: %w", name, err)
			}
			if round > 0 {
				used[name] += spent
			}
		}
	}
	for _, name := range names {
		b.report.note("a page of 20, tracing "+name+", "+profile, "", uncapped, "%s of processor", (used[name] / (traceRounds * traceEach)).Round(time.Microsecond))
	}
	r := ratio(used["1 %"], used["off"])
	b.report.note("processor with 1 % traced / without, "+profile, "≤ 1.02", holdsIf(r <= traceBudget), "%.3f; all traced %.3f", r, ratio(used["all"], used["off"]))
	return nil
}

// answer has the server answer n first pages, and tells the processor that they took.
func (v *visit) answer(ctx context.Context, n int) (time.Duration, error) {
	before, err := cpu(v.server.cmd.Process.Pid)
	if err != nil {
		return 0, err
	}
	request := body(filaQuery, map[string]any{"c": v.owners[0].CarpetaID})
	for range n {
		if _, _, err := v.client.raw(ctx, v.owners[0].token, request); err != nil {
			return 0, err
		}
	}
	after, err := cpu(v.server.cmd.Process.Pid)
	return after - before, err
}
