package sello_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

// events is a sello.Source in memory. It keeps watch: an event gets one number, once, and
// only when a reader finds it under that number.
type events struct {
	mu     sync.Mutex
	all    []event
	place  map[string]int // in all
	sealed int64
	number map[string]int64
	wrong  []string
	check  func(first int64, n int) error // is it published?
}

type event struct {
	sello.Leaf
	sealed bool
}

func newEvents() *events { return &events{number: map[string]int64{}, place: map[string]int{}} }

// add records one; a late one has a time before others that are known already.
func (e *events) add(id string, at time.Time) {
	entry := verify.Commit(verify.Salt{1}, []byte(id))
	e.mu.Lock()
	defer e.mu.Unlock()
	e.place[id] = len(e.all)
	e.all = append(e.all, event{Leaf: sello.Leaf{ID: id, Entry: entry[:], Since: at}})
}

func (e *events) Pending(_ context.Context, limit int) (sello.Pending, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	p := sello.Pending{Sealed: e.sealed}
	for _, v := range e.all {
		if !v.sealed {
			p.Leaves = append(p.Leaves, v.Leaf)
		}
	}
	slices.SortStableFunc(p.Leaves, func(a, b sello.Leaf) int { return a.Since.Compare(b.Since) })
	p.Leaves = p.Leaves[:min(limit, len(p.Leaves))]
	return p, nil
}

func (e *events) Sealed(_ context.Context, first int64, ids []string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.check != nil {
		if err := e.check(first, len(ids)); err != nil {
			e.wrong = append(e.wrong, err.Error())
		}
	}
	for i, id := range ids {
		at := first + int64(i)
		if old, ok := e.number[id]; ok && old != at {
			e.wrong = append(e.wrong, fmt.Sprintf("%s was told number %d, and %d before", id, at, old))
		}
		e.number[id] = at
		e.all[e.place[id]].sealed = true
	}
	e.sealed = max(e.sealed, first+int64(len(ids)))
	return nil
}

func (e *events) copy() *events {
	c := newEvents()
	c.all, c.sealed = slices.Clone(e.all), e.sealed
	c.number, c.place = maps.Clone(e.number), maps.Clone(e.place)
	return c
}
