package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// A rare word in a typical carpeta, and in a huge one.
const (
	typicalDocumentos = 200
	maxSearch         = 250 * time.Millisecond // of the embedded profile
	maxSearchRCU      = 1000.0                 // of a page in a huge one, on DynamoDB
	searchesEach      = 50
	priceOfRow        = 2 // of one looked at in vain
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
	before, err := v.server.metrics(ctx)
	if err != nil {
		return err
	}
	var times sample
	looked := 0
	for range searchesEach {
		n, d, err := v.searchOnce(ctx, o)
		if err != nil {
			return err
		}
		times, looked = append(times, d), n
	}
	after, err := v.server.metrics(ctx)
	if err != nil {
		return err
	}
	spent := after.less(before)
	calls, units := spent.perOperacion(storeCalls)["Listar"]/searchesEach, spent.perOperacion(storeUnits)["Listar"]/searchesEach
	// The time of the distributed profile is that of the emulator, and says nothing.
	budget, holds := "≤ 250 ms", times.median() <= maxSearch
	if v.profile == distributed {
		budget, holds = "≤ 1,000 RCU", units <= maxSearchRCU
	}
	v.bench.report.note(fmt.Sprintf("search among %d documents, %s", o.Documentos, v.profile), budget, holdsIf(holds),
		"%s; %d rows looked at in vain, %.3g calls and %.3g RCU a page", times, looked, calls, units)
	return nil
}

func (v *visit) searchOnce(ctx context.Context, o owner) (looked int, d time.Duration, err error) {
	answer, d, err := v.client.raw(ctx, o.token, body(searchQuery, map[string]any{"c": o.CarpetaID, "t": "zzyzx"}))
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
