package main

import (
	"context"
	"fmt"
	"time"
)

const (
	few            = 100
	manyDocumentos = 100_000
	rounds         = 800 // requests of each kind
	maxRatio       = 1.10
	filas          = 20
	deep           = 500 // page
)

// pages compares a page of a small carpeta, the first of a huge one, and
// its 500th. The kinds take turns on one connection, so that whatever else
// happens on the machine happens to all of them.
func (b *bench) pages(ctx context.Context, profile string) error {
	v, err := b.visit(ctx, profile, []int{few, manyDocumentos})
	if err != nil {
		return err
	}
	defer v.close() //nolint:errcheck // the figures are taken
	small, big := v.owners[0], v.owners[1]
	tipos, err := pageKinds(ctx, v.client, small, big)
	if err != nil {
		return err
	}
	if err := v.client.takeTurns(ctx, tipos); err != nil {
		return err
	}
	for _, t := range tipos {
		b.report.note("page latency, "+t.name+", "+profile, "", uncapped, "%s", t.times)
	}
	b.reason("page latency, 100000 / 100 documents, "+profile, tipos[1], tipos[0])
	b.reason(fmt.Sprintf("page latency, page %d / first, %s", deep, profile), tipos[2], tipos[1])
	return nil
}

// wholeFila is every field of a row.
const wholeFila = `id documentoId titulo tipo estadoDocumento tamanoBytes fechaRecepcion certificado esDescargable`

type pageKind struct {
	name, token string
	request     []byte
	times       sample
}

const filaQuery = `query($c: ID!, $after: String) { carpeta(id: $c) { documentos(first: 20, after: $after) {
	edges { cursor node { ` + wholeFila + ` } } pageInfo { hasNextPage endCursor } } } }`

func pageKinds(ctx context.Context, cl *client, small, big owner) ([]*pageKind, error) {
	after, err := cl.cursorAfter(ctx, big.token, big.CarpetaID, (deep-1)*filas)
	if err != nil {
		return nil, err
	}
	return []*pageKind{
		{name: "100 documents", token: small.token, request: body(filaQuery, map[string]any{"c": small.CarpetaID})},
		{name: "100000 documents", token: big.token, request: body(filaQuery, map[string]any{"c": big.CarpetaID})},
		{name: fmt.Sprintf("page %d of 100000", deep), token: big.token, request: body(filaQuery, map[string]any{"c": big.CarpetaID, "after": after})},
	}, nil
}

// cursorAfter walks to the cursor of the n-th row; cursors hold for any page size.
func (c *client) cursorAfter(ctx context.Context, token, carpetaID string, n int) (string, error) {
	after := ""
	for n > 0 {
		p, err := c.page(ctx, token, carpetaID, min(n, 100), after)
		if err != nil {
			return "", err
		}
		if n -= len(p.Nodes); !p.PageInfo.HasNextPage {
			return "", fmt.Errorf("the carpeta ended %d rows before the page wanted", n)
		}
		after = p.PageInfo.EndCursor
	}
	return after, nil
}

// takeTurns sends one request of each kind in turn; the first rounds are not counted.
func (c *client) takeTurns(ctx context.Context, tipos []*pageKind) error {
	const rehearsal = 100
	for n := range rehearsal + rounds {
		for k := range tipos {
			t := tipos[(n+k)%len(tipos)] // nobody always comes after the same one
			_, d, err := c.raw(ctx, t.token, t.request)
			if err != nil {
				return err
			}
			if n >= rehearsal {
				t.times = append(t.times, d)
			}
		}
	}
	return nil
}

func (b *bench) reason(name string, a, of *pageKind) {
	medians := ratio(a.times.median(), of.times.median())
	means := ratio(a.times.trimmedMean(), of.times.trimmedMean())
	b.report.note(name, "≤ 1.1", holdsIf(medians <= maxRatio && means <= maxRatio), "%.3f of medians, %.3f of trimmed means", medians, means)
}

func ratio(a, b time.Duration) float64 { return float64(a) / float64(max(b, 1)) }
