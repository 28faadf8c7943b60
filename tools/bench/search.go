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
	maxSearch         = 250 * time.Millisecond
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
		l, _, err := i.with("CARPETA_STORE_TIMEOUT=1m").sembrar(ctx, 1, n) // a busy emulator is late
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
	for n, l := range lines {
		if err := b.search(ctx, s, cl, l, fmt.Sprintf("search among %d documents, %s", []int{typicalDocumentos, manyDocumentos}[n], profile)); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) search(ctx context.Context, s *server, cl *client, l line, name string) error {
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
	v := holdsIf(times.median() <= maxSearch)
	budget := "≤ 250 ms"
	if l.Documentos == typicalDocumentos {
		budget = "≤ 250 ms, one call"
		v = holdsIf(times.median() <= maxSearch && found.calls == searches)
	}
	b.report.note(name, budget, v, "%s; %d rows looked at in vain, %.3g calls and %.3g RCU a page; the same rows by plain pages: %.3g calls, %.3g RCU",
		times, looked, found.calls/searches, found.units/searches, plain.calls, plain.units)
	return nil
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
