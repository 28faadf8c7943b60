package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// S-2025-10-25: a client walks through a whole carpeta by cursors while documents are added and deleted. It meets each
// row at most once, and none is missing that stayed.
const walkPage = 100

// walkWays are the ways of a walker in turn: newest first, oldest first, newest first from the end, and by title.
var walkWays = []string{
	`query($c: ID!, $n: Int!, $at: String) { carpeta(id: $c) { p: documentos(first: $n, after: $at) { nodes { documentoId } pageInfo { more: hasNextPage at: endCursor } } } }`,
	`query($c: ID!, $n: Int!, $at: String) { carpeta(id: $c) { p: documentos(first: $n, after: $at, orden: {campo: FECHA_RECEPCION, direccion: ASC}) { nodes { documentoId } pageInfo { more: hasNextPage at: endCursor } } } }`,
	`query($c: ID!, $n: Int!, $at: String) { carpeta(id: $c) { p: documentos(last: $n, before: $at) { nodes { documentoId } pageInfo { more: hasPreviousPage at: startCursor } } } }`,
	`query($c: ID!, $n: Int!, $at: String) { carpeta(id: $c) { p: documentos(first: $n, after: $at, orden: {campo: TITULO, direccion: ASC}) { nodes { documentoId } pageInfo { more: hasNextPage at: endCursor } } } }`,
}

// walker walks through one carpeta, again and again, one page after the other at fixed moments.
type walker struct {
	*load

	person *person
	every  time.Duration
	walks  int // that came to their end
	rows   int
}

// run walks from one moment to another; a walk that is under way then is not judged.
func (w *walker) run(ctx context.Context, t *tally, begin, end time.Time) {
	for due, n := begin, 0; ctx.Err() == nil && due.Before(end); n++ {
		due = w.walk(ctx, t, due, end, walkWays[n%len(walkWays)])
	}
}

// walk walks once, and says when the next page is due.
func (w *walker) walk(ctx context.Context, t *tally, due, end time.Time, query string) time.Time {
	met := make(map[uint64]bool, w.person.Documentos)
	variables := map[string]any{"c": w.person.CarpetaID, "n": walkPage}
	for ; due.Before(end) && until(ctx, due); due = due.Add(w.every) {
		page, err := w.page(ctx, t, query, variables)
		if ctx.Err() != nil {
			return due
		}
		t.note("page of a walk", time.Since(due), err)
		if err != nil {
			return due.Add(w.every)
		}
		for _, n := range page.Nodes {
			if m := mark(n.DocumentoID); met[m] {
				t.note("walk", 0, &coded{twice, fmt.Errorf("%s comes again", n.DocumentoID)})
			} else {
				met[m] = true
			}
		}
		w.rows += len(page.Nodes)
		if variables["at"] = page.PageInfo.At; !page.PageInfo.More {
			w.judge(t, met)
			return due.Add(w.every)
		}
	}
	return due
}

// judge looks for the documents that nobody deletes.
func (w *walker) judge(t *tally, met map[uint64]bool) {
	w.walks++
	missing := 0
	for m := range w.person.stays {
		if !met[m] {
			missing++
		}
	}
	if missing > 0 {
		t.note("walk", 0, &coded{notListed, fmt.Errorf("%d of %d documents that stayed were not met", missing, len(w.person.stays))})
	}
}

type walkedPage struct {
	Nodes    []struct{ DocumentoID string }
	PageInfo struct {
		More bool
		At   string
	}
}

func (w *walker) page(ctx context.Context, t *tally, query string, variables map[string]any) (p walkedPage, err error) {
	v := turn{load: w.load, ctx: ctx, tally: t, person: w.person}
	answer, err := v.ask(query, variables)
	if err != nil {
		return p, err
	}
	var a struct {
		Data struct{ Carpeta struct{ P walkedPage } }
	}
	err = json.Unmarshal(answer, &a)
	return a.Data.Carpeta.P, err
}
