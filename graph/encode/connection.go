package encode

import (
	"maps"

	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// Connection is the connection of a node's type: NameConnection and NameEdge. more are the fields that it has beside
// those of Relay.
func Connection[T any](name string, node *Type[T], more Fields[relay.Connection[T]]) *Type[relay.Connection[T]] {
	edge := &Type[relay.Edge[T]]{Name: name + "Edge", Fields: Fields[relay.Edge[T]]{
		"cursor": Text(func(e *relay.Edge[T]) string { return e.Cursor }),
		"node":   Object(node, func(e *relay.Edge[T]) *T { return &e.Node }),
	}}
	rows := func(c *relay.Connection[T]) int { return len(c.Edges) }
	fields := Fields[relay.Connection[T]]{
		"edges":    List(edge, rows, func(c *relay.Connection[T], i int) *relay.Edge[T] { return &c.Edges[i] }),
		"nodes":    List(node, rows, func(c *relay.Connection[T], i int) *T { return &c.Edges[i].Node }),
		"pageInfo": Object(pageInfo, func(c *relay.Connection[T]) *relay.PageInfo { return &c.PageInfo }),
	}
	maps.Copy(fields, more)
	return &Type[relay.Connection[T]]{Name: name + "Connection", Fields: fields}
}

var pageInfo = &Type[relay.PageInfo]{Name: "PageInfo", Fields: Fields[relay.PageInfo]{
	"hasNextPage":     Asked((*relay.PageInfo).HasNextPage),
	"hasPreviousPage": Asked((*relay.PageInfo).HasPreviousPage),
	"startCursor":     Maybe(func(p *relay.PageInfo) *string { return p.StartCursor }, itself),
	"endCursor":       Maybe(func(p *relay.PageInfo) *string { return p.EndCursor }, itself),
}}

// itself is a text that is the field's value.
var itself = Text(func(s *string) string { return *s })
