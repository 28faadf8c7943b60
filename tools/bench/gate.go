package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/attack"
)

// What the gate may not cost an honest client.
const (
	besideFlood   = 100 * time.Millisecond // p50 on the address of a flood
	freshRequests = 10_000                 // each on its own connection
	freshClients  = 8
	keptClients   = 16 // connections of one address
	keptFor       = 4 * time.Second
	minKept       = 6_500 // pages a second on a core
)

// measureGate: honest clients that look like attackers.
func measureGate(ctx context.Context, b *bench) error {
	for _, f := range fronts {
		g, err := b.newGround(ctx, f)
		if err != nil {
			return err
		}
		if err := g.fresh(ctx); err != nil {
			return err
		}
		if f.tls {
			continue
		}
		if err := g.kept(ctx); err != nil {
			return err
		}
		if err := g.flooded(ctx); err != nil {
			return err
		}
	}
	return nil
}

// fresh counts the requests that fail of clients that open a connection for each.
func (g *ground) fresh(ctx context.Context) error {
	s, err := g.serve(ctx)
	if err != nil {
		return err
	}
	defer s.stop() //nolint:errcheck // the figures are taken
	since := time.Now()
	failed, why := g.ask(ctx, s, freshClients, true, func(n int64) bool { return n <= freshRequests })
	g.bench.report.note(fmt.Sprintf("%d requests, each on its own connection, %d at a time, %s: failures", freshRequests, freshClients, g.front.name), "0",
		holdsIf(failed == 0), "%d%s (%.0f/s)", failed, why, freshRequests/time.Since(since).Seconds())
	return nil
}

// kept counts the pages that a core serves on kept connections.
func (g *ground) kept(ctx context.Context) error {
	s, err := g.serve(ctx, "GOMAXPROCS=1")
	if err != nil {
		return err
	}
	defer s.stop() //nolint:errcheck // the figures are taken
	var asked atomic.Int64
	pid := s.cmd.Process.Pid
	before, err := cpu(pid)
	if err != nil {
		return err
	}
	since := time.Now()
	failed, why := g.ask(ctx, s, keptClients, false, func(n int64) bool {
		asked.Store(n - 1)
		return time.Since(since) < keptFor
	})
	took, err := cpu(pid)
	if err != nil {
		return err
	}
	passed := time.Since(since)
	rate := float64(asked.Load()-failed) / passed.Seconds()
	g.bench.report.note(fmt.Sprintf("embedded pages of 20 a second, one core, %d connections of one address", keptClients), fmt.Sprintf("≥ %d", minKept),
		holdsIf(failed == 0 && rate >= minKept), "%.0f at %.0f %% of a core; %d failures%s", rate,
		100*float64(took-before)/float64(passed), failed, why)
	return nil
}

// ask has so many clients ask for pages, and returns how many failed, and why the last of them did.
func (g *ground) ask(ctx context.Context, s *server, clients int, anew bool, more func(n int64) bool) (failed int64, why string) {
	everybody := append([]attack.Citizen{{Token: g.token, CarpetaID: g.honest.CarpetaID}}, g.citizens...)
	cl := &client{g.api(s) + "/graphql", &http.Client{Timeout: patience, Transport: g.transport(anew)}}
	defer cl.close()
	var n, failures atomic.Int64
	var last atomic.Pointer[string]
	var group sync.WaitGroup
	for i := range clients {
		c := everybody[i%len(everybody)] // the budget of one would not do
		page := body(honestQuery, map[string]any{"c": c.CarpetaID})
		group.Go(func() {
			for ctx.Err() == nil && more(n.Add(1)) {
				if _, _, err := cl.raw(ctx, c.Token, page); err != nil {
					text := because(err.Error())
					last.Store(&text)
					failures.Add(1)
				}
			}
		})
	}
	group.Wait()
	if text := last.Load(); text != nil {
		why = *text
	}
	return failures.Load(), why
}

// flooded: an honest client with a token shares the address of a flood.
func (g *ground) flooded(ctx context.Context) error {
	shared := *g
	shared.from = attack.Address(0)
	r, err := shared.round(ctx, []attack.Attack{attack.Flood()})
	if err != nil {
		return err
	}
	a := r.attacked
	g.bench.report.note("honest client with a token on the address of 1,000 flooding connections: p50, failures", "≤ 100 ms, 0",
		holdsIf(a.times.median() <= besideFlood && a.failed == 0), "%.1f ms (quiet %.1f), %d of %d%s; %s", millis(a.times.median()), millis(r.quiet.times.median()),
		a.failed, len(a.times), because(a.why), r.tally)
	return nil
}

// because is the reason of a failure in brackets, if there is one.
func because(why string) string {
	if why == "" {
		return ""
	}
	line, _, _ := strings.Cut(why, "\n")
	return " (" + line[:min(len(line), 120)] + ")"
}
