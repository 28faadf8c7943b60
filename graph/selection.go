package graph

import (
	"context"
	"slices"

	"github.com/99designs/gqlgen/graphql"
)

// SelectsBeyond reports whether the connection that is being resolved is asked for more of its
// nodes than these fields.
func SelectsBeyond(ctx context.Context, fields []string) bool {
	if !graphql.HasOperationContext(ctx) || graphql.GetFieldContext(ctx) == nil {
		return false
	}
	op := graphql.GetOperationContext(ctx)
	below := func(all []graphql.CollectedField, name string) (selected []graphql.CollectedField) {
		for _, f := range all {
			if f.Name == name {
				selected = append(selected, graphql.CollectFields(op, f.Selections, nil)...)
			}
		}
		return selected
	}
	connection := graphql.CollectFieldsCtx(ctx, nil)
	nodes := append(below(connection, "nodes"), below(below(connection, "edges"), "node")...)
	return slices.ContainsFunc(nodes, func(f graphql.CollectedField) bool { return !slices.Contains(fields, f.Name) })
}
