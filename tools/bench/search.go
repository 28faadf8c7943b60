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
	for n, l := range lines {
		if err := b.search(ctx, cl, l, fmt.Sprintf("search among %d documents, %s", []int{typicalDocumentos, manyDocumentos}[n], profile)); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) search(ctx context.Context, cl *client, l line, name string) error {
	token, err := b.emisor.token(l.CiudadanoID)
	if err != nil {
		return err
	}
	var times sample
	var looked int
	for range searches {
		answer, d, err := cl.raw(ctx, token, body(searchQuery, map[string]any{"c": l.CarpetaID, "t": "zzyzx"}))
		if err != nil {
			return err
		}
		var a struct {
			Extensions struct {
				Costo struct {
					Read int `json:"leido"`
				}
			}
		}
		if err := json.Unmarshal(answer, &a); err != nil {
			return err
		}
		times, looked = append(times, d), a.Extensions.Costo.Read
	}
	// An entry of the seed's is about 360 bytes; half a unit is 4 KiB.
	units := float64(looked) * 360 / 4096 / 2
	b.report.note(name, "≤ 250 ms", holdsIf(times.median() <= maxSearch), "%s; %d rows looked at, about %.0f RCU", times, looked, units)
	return nil
}
