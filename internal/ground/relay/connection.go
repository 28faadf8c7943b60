package relay

import (
	"context"
	"errors"
	"slices"
)

// Edge is a row and its place.
type Edge[T any] struct {
	Cursor string
	Node   T
}

// Connection is a page of rows. The rows are in the order asked for, whichever
// way the page was walked.
type Connection[T any] struct {
	Edges    []Edge[T]
	PageInfo PageInfo
	// ModificacionDetectada: the Version of the list changed since the cursor was made.
	ModificacionDetectada bool
}

// Nodes are the rows without cursors.
func (c *Connection[T]) Nodes() []T {
	nodes := make([]T, len(c.Edges))
	for i, e := range c.Edges {
		nodes[i] = e.Node
	}
	return nodes
}

// PageInfo is the place of a page in its list. What the page's own read did not tell is
// looked up only when it is asked for.
type PageInfo struct {
	StartCursor *string
	EndCursor   *string
	next, prev  Known
}

// Known answers whether there is something beyond an end of the page.
type Known func(ctx context.Context) (bool, error)

// HasNextPage reports whether something follows the last edge.
func (p PageInfo) HasNextPage(ctx context.Context) (bool, error) { return p.next(ctx) }

// HasPreviousPage reports whether something precedes the first edge.
func (p PageInfo) HasPreviousPage(ctx context.Context) (bool, error) { return p.prev(ctx) }

func yes(context.Context) (bool, error) { return true, nil }
func no(context.Context) (bool, error)  { return false, nil }

func always(b bool) Known {
	if b {
		return yes
	}
	return no
}

// Walk reads up to limit rows from a store, after a key, in the order's own
// direction or against it. Fewer are the end, or come with Stopped.
type Walk[T any] func(ctx context.Context, after string, backward bool, limit int) ([]T, error)

// Stopped is the error of a walk that looked at as much as one may before it had found
// enough. Its rows are good; it goes on after this key.
type Stopped struct{ After string }

func (s Stopped) Error() string { return "relay: the walk stopped before it was full" }

// stopped tells where a walk goes on that stopped; "" and the error of another one.
func stopped(err error) (after string, _ error) {
	var s Stopped
	if errors.As(err, &s) {
		return s.After, nil
	}
	return "", err
}

// read is the walk of a page: one row more than asked for says whether the walk goes on. behind: the row that it
// begins after is there still, so there is something behind the page.
func (l List[T]) read(ctx context.Context, p Page, from string) (rows []T, behind bool, rest string, err error) {
	if from == "" || l.Including == nil {
		rows, err = l.Walk(ctx, from, p.Backward, p.Limit+1)
	} else {
		rows, err = l.Including(ctx, from, p.Backward, p.Limit+2)
		if behind = len(rows) > 0 && l.Key(rows[0]) == from; behind {
			rows = rows[1:]
		}
	}
	rest, err = stopped(err)
	return rows, behind, rest, err
}

// build reads a page that begins after a key.
func (l List[T]) build(ctx context.Context, p Page, from string, sign *Signer) (*Connection[T], error) {
	rows, behind, rest, err := l.read(ctx, p, from)
	if err != nil {
		return nil, err
	}
	more := len(rows) > p.Limit || rest != ""
	rows = rows[:min(len(rows), p.Limit)]
	if p.Backward {
		slices.Reverse(rows)
	}
	c := &Connection[T]{Edges: make([]Edge[T], len(rows))}
	for i, row := range rows {
		c.Edges[i] = Edge[T]{Cursor: sign.Sign(l.Key(row)), Node: row}
	}
	near := l.near(c.Edges, p, from, rest)
	if behind {
		near = always(true)
	}
	c.PageInfo = pageInfo(c.Edges, p.Backward, always(more), near)
	if rest != "" && len(rows) < p.Limit {
		c.PageInfo.goOn(p.Backward, sign.Sign(rest))
	}
	return c, nil
}

// goOn sets the cursor of a page that stopped before it was full: where it stopped, not its
// last row, so that the next page does not look at the same rows again.
func (p *PageInfo) goOn(backward bool, cursor string) {
	if backward {
		p.StartCursor = &cursor
	} else {
		p.EndCursor = &cursor
	}
}

// pageInfo is the place of a page between what is ahead of it, towards where it was walked, and what is near its beginning.
func pageInfo[T any](edges []Edge[T], backward bool, ahead, near Known) PageInfo {
	info := PageInfo{next: ahead, prev: near}
	if backward {
		info.next, info.prev = near, ahead
	}
	if n := len(edges); n > 0 {
		info.StartCursor, info.EndCursor = &edges[0].Cursor, &edges[n-1].Cursor
	}
	return info
}

// near looks from the page's first walked row towards where the walk came from: there is nothing if it began there.
// Behind an empty page stands everything there is, for nothing follows it; one that stopped looks back from there.
func (l List[T]) near(edges []Edge[T], p Page, from, rest string) Known {
	switch {
	case from == "":
		return always(false)
	case len(edges) == 0 && rest == "":
		return l.anyRow("", p.Backward)
	case len(edges) == 0:
		return l.anyRow(rest, !p.Backward)
	case p.Backward:
		return l.anyRow(l.Key(edges[len(edges)-1].Node), false)
	}
	return l.anyRow(l.Key(edges[0].Node), true)
}

// anyRow looks whether there is a row after a key.
func (l List[T]) anyRow(after string, backward bool) Known {
	return func(ctx context.Context) (bool, error) {
		rows, err := l.Walk(ctx, after, backward, 1)
		rest, err := stopped(err)
		return len(rows) > 0 || rest != "", err
	}
}
