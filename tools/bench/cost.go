package main

import (
	"context"
	"fmt"
	"math"
	"time"
)

const (
	costPages     = 200
	costDeletions = 100
)

// Selections of a page of 20, each with more than the one before.
const (
	onlyID     = `id`
	wholeFila  = `id documentoId titulo tipoDocumento estadoDocumento tamanoBytes fechaRecepcion certificado esDescargable`
	withDetail = wholeFila + ` contextoDocumento hashDocumento fechaUltimaModificacion urlDescarga`
)

// measureCost counts what DynamoDB is asked and paid for, by a counting proxy
// before it, and compares it with what the server says of itself in /metrics.
func measureCost(ctx context.Context, b *bench) error {
	i, err := b.install(ctx, distributed)
	if err != nil {
		return err
	}
	lines, _, err := i.sembrar(ctx, 1, 400, "--archivos")
	if err != nil {
		return err
	}
	c, err := newCounter(i.dynamodb)
	if err != nil {
		return err
	}
	defer c.close()
	token, err := b.emisor.token(lines[0].CiudadanoID)
	if err != nil {
		return err
	}
	i = i.with("CARPETA_DYNAMODB_ENDPOINT="+c.srv.URL, "CARPETA_SWEEP_INTERVAL=1m")
	m := costMeter{report: b.report, counter: c, token: token, carpetaID: lines[0].CarpetaID}
	if err := m.of(ctx, i, ways[0], costMeter.pages); err != nil {
		return err
	}
	for _, w := range ways {
		if err := m.of(ctx, i, w, costMeter.eliminaciones); err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
	}
	return nil
}

// of measures something on a server of its own.
func (m costMeter) of(ctx context.Context, i *installation, w way, measure func(costMeter, context.Context) error) error {
	s, err := i.with(w.env...).boot(ctx)
	if err != nil {
		return err
	}
	defer s.stop() //nolint:errcheck // the figures are taken
	m.server, m.way = s, w
	return measure(m, ctx)
}

// inBackground is what the sweeper reads at its own pace, whatever is asked.
var inBackground = []string{"Operadores", "Vencidas"}

type costMeter struct {
	report    *report
	server    *server
	way       way
	counter   *counter
	token     string
	carpetaID string
}

// cost is what one thing cost, on average.
type cost struct {
	storeCalls, units map[string]float64 // as the server counts, by port method
	written           written            // as the proxy counts
}

func (m costMeter) pages(ctx context.Context) error {
	base, err := m.page(ctx, onlyID)
	if err != nil {
		return err
	}
	fila, err := m.page(ctx, wholeFila)
	if err != nil {
		return err
	}
	detail, err := m.page(ctx, withDetail)
	if err != nil {
		return err
	}
	more := func(c cost) float64 { return (sum(c.storeCalls) - sum(base.storeCalls)) / costPages }
	list, rcu := base.storeCalls["Listar"]/costPages, fila.units["Listar"]/costPages
	m.report.note("page of 20, store calls for the rows", "1", holdsIf(list == 1), "%.3g (whole request: %s; the carpeta is read to know its owner)", list, perEach(base.storeCalls, costPages))
	m.report.note("page of 20, capacity on the list index", "≤ 1 RCU", holdsIf(rcu > 0 && rcu <= 1), "%.3g RCU", rcu)
	m.report.note("page of 20, further calls for every row field", "0", holdsIf(more(fila) == 0), "%+.3g", more(fila))
	looks := ofTrail(detail.storeCalls) // its links are events of the trail
	reads := sum(detail.storeCalls) - sum(base.storeCalls) - looks
	m.report.note("page of 20, further calls for detail fields", "1, batched, and 1 of the trail", holdsIf(reads == costPages && math.Round(looks/costPages) == 1),
		"%+.3g (%s)", more(detail), perEach(detail.storeCalls, costPages))
	return nil
}

// ofTrail are the calls that the trail makes.
func ofTrail(calls map[string]float64) float64 { return calls["Anotar"] + calls["LeerMarca"] }

// page asks for the same page many times, after one that fills caches.
func (m costMeter) page(ctx context.Context, campos string) (cost, error) {
	cl := m.server.client(1)
	defer cl.close()
	query := fmt.Sprintf(`query($c: ID!) { carpeta(id: $c) { documentos(first: 20) { edges { cursor node { %s } } pageInfo { hasNextPage endCursor } } } }`, campos)
	request := body(query, map[string]any{"c": m.carpetaID})
	return m.count(ctx, func(n int) error {
		for range n {
			if _, _, err := cl.raw(ctx, m.token, request); err != nil {
				return err
			}
		}
		return nil
	}, costPages, func(context.Context) error { return nil })
}

// count does something once, and then n times under observation.
func (m costMeter) count(ctx context.Context, do func(n int) error, n int, await func(context.Context) error) (c cost, err error) {
	if err := do(1); err != nil {
		return c, err
	}
	if err := await(ctx); err != nil {
		return c, err
	}
	before, err := m.server.metrics(ctx)
	if err != nil {
		return c, err
	}
	m.counter.take()
	if err := do(n); err != nil {
		return c, err
	}
	if err := await(ctx); err != nil {
		return c, err
	}
	c.written = m.counter.take()
	after, err := m.server.metrics(ctx)
	d := after.less(before)
	c.storeCalls, c.units = d.perOperacion(storeCalls), d.perOperacion(storeUnits)
	for _, background := range inBackground {
		delete(c.storeCalls, background)
		delete(c.units, background)
	}
	return c, err
}

func (m costMeter) eliminaciones(ctx context.Context) error {
	cl := m.server.client(4)
	defer cl.close()
	ds, err := cl.deletables(ctx, m.token, m.carpetaID)
	if err != nil {
		return err
	}
	if len(ds) <= costDeletions {
		return fmt.Errorf("only %d documents can be deleted", len(ds))
	}
	start, err := m.server.metrics(ctx)
	if err != nil {
		return err
	}
	done := 0
	c, err := m.count(ctx, func(n int) error {
		for range n {
			if err := cl.erase(ctx, ds[done]); err != nil {
				return err
			}
			done++
		}
		return nil
	}, costDeletions, func(ctx context.Context) error {
		_, err := m.server.until(ctx, time.Minute, 20*time.Millisecond, func(x metrics) bool {
			return x[completed]-start[completed] >= float64(done)
		})
		return err
	})
	if err != nil {
		return err
	}
	m.reportEliminaciones(c)
	return nil
}

func (m costMeter) reportEliminaciones(c cost) {
	const n = costDeletions
	items, wcu := c.written.items/n, c.written.tables/n
	m.report.note("deletion, items written, "+m.way.name, fmt.Sprintf("≤ %g", m.way.items), holdsIf(items > 0 && items <= m.way.items), "%.3g", items)
	reads := sum(c.units) - c.written.tables - c.written.indexes
	m.report.note("deletion, write capacity, "+m.way.name, fmt.Sprintf("≤ %g WCU + indexes", m.way.wcu), holdsIf(wcu > 0 && wcu <= m.way.wcu), "%.3g WCU + %.3g of indexes", wcu, c.written.indexes/n)
	m.report.note("deletion, store calls, "+m.way.name, "", uncapped, "%s; %.3g RCU", perEach(c.storeCalls, n), reads/n)
	m.report.note("deletion, price of its units, "+m.way.name, "", uncapped, "%s (writes %.3g of tables and %.3g of indexes, reads %.3g)",
		money(wcu+c.written.indexes/n, reads/n), wcu, c.written.indexes/n, reads/n)
}
