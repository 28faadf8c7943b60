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
	searches          = 50
)

const searchQuery = `query($c: ID!, $t: String) { carpeta(id: $c) { documentos(first: 20, filtro: {texto: $t}) {
	edges { cursor node { ` + wholeFila + ` } } pageInfo { hasNextPage endCursor } } } }`

// measureSearch looks for a word that no document has: nothing costs more.
func measureSearch(ctx context.Context, b *bench) error {
	for _, profile := range profiles {
		if err := b.searchIn(ctx, profile); err != nil {
			return fmt.Errorf("%s: %w", profile, err)
		}
	}
	return nil
}

func (b *bench) searchIn(ctx context.Context, profile string) error {
	i, err := b.install(ctx, profile)
	if err != nil {
		return err
	}
	var lines []line
	for _, n := range []int{typicalDocumentos, manyDocumentos} {
		l, _, err := i.sembrar(ctx, 1, n)
		if err != nil {
			return err
		}
		lines = append(lines, l[0])
	}
	s, err := i.boot(ctx)
	if err != nil {
		return err
	}
	defer s.stop() //nolint:errcheck // the figures are taken
	cl := s.client(1)
	defer cl.close()
	for _, l := range lines {
		if err := b.search(ctx, s, cl, l, profile); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) search(ctx context.Context, s *server, cl *client, l line, profile string) error {
	token, err := b.emisor.token(l.CiudadanoID)
	if err != nil {
		return err
	}
	// What a citizen saw before: every row, by plain pages.
	plain, _, err := s.listing(ctx, func() (sample, error) { return nil, walk(ctx, cl, token, l) })
	if err != nil {
		return err
	}
	looked := 0
	found, times, err := s.listing(ctx, func() (times sample, err error) {
		for range searches {
			n, d, err := searchOnce(ctx, cl, token, l)
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
	each := listingCost{found.calls / searches, found.units / searches}
	budget, holds := searchBudget(profile == embedded, l.Documentos == typicalDocumentos, times.median(), each, plain)
	b.report.note(fmt.Sprintf("search among %d documents, %s", l.Documentos, profile), budget, holdsIf(holds), "%s; %d rows looked at in vain, %.3g calls and %.3g RCU a page; the same rows by plain pages: %.3g calls, %.3g RCU",
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
func walk(ctx context.Context, cl *client, token string, l line) error {
	for after, n := "", 0; n < typicalDocumentos; n += 100 {
		p, err := cl.page(ctx, token, l.CarpetaID, 100, after)
		if err != nil {
			return err
		}
		after = p.PageInfo.EndCursor
	}
	return nil
}

func searchOnce(ctx context.Context, cl *client, token string, l line) (looked int, d time.Duration, err error) {
	answer, d, err := cl.raw(ctx, token, body(searchQuery, map[string]any{"c": l.CarpetaID, "t": "zzyzx"}))
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
	return a.Extensions.Costo.Read, d, err
}
