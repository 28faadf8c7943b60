package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// The figures of issue 11: a rare word in a typical carpeta, and in a huge one.
const (
	typicalDocumentos = 200
	maxSearch         = 250 * time.Millisecond // of the embedded profile
	maxSearchRCU      = 1000.0                 // of a page in a huge one, on DynamoDB
	maxSearchRatio    = 1.5                    // of the same rows by plain pages, in a typical one
	searchesEach      = 50
)

const searchQuery = `query($c: ID!, $t: String) { carpeta(id: $c) { documentos(first: 20, filtro: {texto: $t}) {
	edges { cursor node { ` + wholeFila + ` } } pageInfo { hasNextPage endCursor } } } }`

// searches looks for a word that no document has: nothing costs more.
func (b *bench) searches(ctx context.Context, profile string) error {
	v, err := b.visit(ctx, profile, []int{typicalDocumentos, manyDocumentos})
	if err != nil {
		return err
	}
	defer v.close() //nolint:errcheck // the figures are taken
	for _, o := range v.owners {
		if err := v.search(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

func (v *visit) search(ctx context.Context, o owner) error {
	// What a citizen saw before: every row, by plain pages.
	plain, _, err := v.server.listing(ctx, func() (sample, error) { return nil, walk(ctx, v.client, o) })
	if err != nil {
		return err
	}
	looked := 0
	found, times, err := v.server.listing(ctx, func() (times sample, err error) {
		for range searchesEach {
			n, d, err := searchOnce(ctx, v.client, o)
			if err != nil {
				return nil, err
			}
			times, looked = append(times, d), n
		}
		return times, nil
	})
	if err != nil {
		return err
	}
	each := listingCost{found.calls / searchesEach, found.units / searchesEach}
	budget, holds := searchBudget(v.profile == embedded, o.Documentos == typicalDocumentos, times.median(), each, plain)
	v.bench.report.note(fmt.Sprintf("search among %d documents, %s", o.Documentos, v.profile), budget, holdsIf(holds), "%s; %d rows looked at in vain, %.3g calls and %.3g RCU a page; the same rows by plain pages: %.3g calls, %.3g RCU",
		times, looked, each.calls, each.units, plain.calls, plain.units)
	return nil
}

// searchBudget: the time of the distributed profile is that of the emulator, and says nothing.
func searchBudget(local, typical bool, median time.Duration, each, plain listingCost) (budget string, holds bool) {
	quick := !local || median <= maxSearch
	switch {
	case typical && local:
		return "≤ 250 ms, one call", quick && each.calls == 1
	case typical:
		return "one call, ≤ 1.5 × the RCU", each.calls == 1 && each.units <= maxSearchRatio*plain.units
	case local:
		return "≤ 250 ms", quick
	default:
		return "≤ 1,000 RCU", each.units <= maxSearchRCU
	}
}

// listingCost is what lists cost the store.
type listingCost struct{ calls, units float64 }

func (s *server) listing(ctx context.Context, do func() (sample, error)) (listingCost, sample, error) {
	before, err := s.metrics(ctx)
	if err != nil {
		return listingCost{}, nil, err
	}
	times, err := do()
	if err != nil {
		return listingCost{}, nil, err
	}
	after, err := s.metrics(ctx)
	spent := after.less(before)
	return listingCost{spent.perOperacion(storeCalls)["Listar"], spent.perOperacion(storeUnits)["Listar"]}, times, err
}

// walk reads the first 200 rows, a hundred at a time.
func walk(ctx context.Context, cl *client, o owner) error {
	for after, n := "", 0; n < typicalDocumentos; n += 100 {
		p, err := cl.page(ctx, o.token, o.CarpetaID, 100, after)
		if err != nil {
			return err
		}
		after = p.PageInfo.EndCursor
	}
	return nil
}

// priceOfRow is that of one looked at in vain.
const priceOfRow = 2

func searchOnce(ctx context.Context, cl *client, o owner) (looked int, d time.Duration, err error) {
	answer, d, err := cl.raw(ctx, o.token, body(searchQuery, map[string]any{"c": o.CarpetaID, "t": "zzyzx"}))
	if err != nil {
		return 0, d, err
	}
	var a struct {
		Extensions struct {
			Costo struct {
				Read int `json:"leido"`
			}
		}
	}
	err = json.Unmarshal(answer, &a)
	return a.Extensions.Costo.Read / priceOfRow, d, err
}
