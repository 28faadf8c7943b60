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

func always(b bool) Known { return func(context.Context) (bool, error) { return b, nil } }

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

// build reads a page: one row more than asked for says whether the walk goes on.
func build[T any](ctx context.Context, p Page, from string, sign Signer, key func(T) string, walk Walk[T]) (*Connection[T], error) {
	rows, err := walk(ctx, from, p.Backward, p.Limit+1)
	rest, err := stopped(err)
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
		c.Edges[i] = Edge[T]{Cursor: sign.Sign(key(row)), Node: row}
	}
	c.PageInfo = pageInfo(c.Edges, p, from, more, key, walk)
	if rest != "" && len(rows) < p.Limit {
		behind := always(false)
		if from != "" {
			behind = func(ctx context.Context) (bool, error) { return anyRow(ctx, walk, rest, !p.Backward) }
		}
		c.PageInfo.goOn(p.Backward, sign.Sign(rest), behind)
	}
	return c, nil
}

// goOn sets the cursor of a page that stopped before it was full: where it stopped, not its
// last row, so that the next page does not look at the same rows again. An empty page looks
// back from there.
func (p *PageInfo) goOn(backward bool, cursor string, behind Known) {
	empty := p.StartCursor == nil
	end, near := &p.EndCursor, &p.prev
	if backward {
		end, near = &p.StartCursor, &p.next
	}
	*end = &cursor
	if empty {
		*near = behind
	}
}

// pageInfo knows the end towards which the page was walked. At the other end
// there is nothing if the walk began there; otherwise one row is read to see.
func pageInfo[T any](edges []Edge[T], p Page, from string, more bool, key func(T) string, walk Walk[T]) PageInfo {
	ahead, behind := always(more), always(false)
	if from != "" {
		behind = lookBack(edges, p, key, walk)
	}
	info := PageInfo{next: ahead, prev: behind}
	if p.Backward {
		info.next, info.prev = behind, ahead
	}
	if n := len(edges); n > 0 {
		info.StartCursor, info.EndCursor = &edges[0].Cursor, &edges[n-1].Cursor
	}
	return info
}

// lookBack looks from the page's first walked row towards where the walk came
// from. Behind an empty page stands everything there is: nothing follows it.
func lookBack[T any](edges []Edge[T], p Page, key func(T) string, walk Walk[T]) Known {
	if len(edges) == 0 {
		return func(ctx context.Context) (bool, error) { return anyRow(ctx, walk, "", p.Backward) }
	}
	nearest := edges[0].Node
	if p.Backward {
		nearest = edges[len(edges)-1].Node
	}
	return func(ctx context.Context) (bool, error) { return anyRow(ctx, walk, key(nearest), !p.Backward) }
}

func anyRow[T any](ctx context.Context, walk Walk[T], after string, backward bool) (bool, error) {
	rows, err := walk(ctx, after, backward, 1)
	rest, err := stopped(err)
	return len(rows) > 0 || rest != "", err
}
