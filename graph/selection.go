package graph

import (
	"context"
	"slices"

	"github.com/99designs/gqlgen/graphql"
)

// Selected is a field that is asked for of the object that is being resolved.
type Selected struct {
	op *graphql.OperationContext
	f  graphql.CollectedField
}

// Selection is what is asked for of the object that is being resolved, whose type has these names: its own, and those of
// its interfaces. ok is false if nobody knows, outside an operation.
func Selection(ctx context.Context, names ...string) (fields []Selected, ok bool) {
	if !graphql.HasOperationContext(ctx) || graphql.GetFieldContext(ctx) == nil {
		return nil, false
	}
	op := graphql.GetOperationContext(ctx)
	for _, f := range graphql.CollectFieldsCtx(ctx, names) {
		fields = append(fields, Selected{op, f})
	}
	return fields, true
}

// Name is the field's, whatever its alias.
func (s Selected) Name() string { return s.f.Name }

// Given reports whether one of these arguments has a value other than null.
func (s Selected) Given(arguments ...string) bool {
	given := s.f.ArgumentMap(s.op.Variables)
	return slices.ContainsFunc(arguments, func(a string) bool { return given[a] != nil })
}

// Selects reports whether a field is asked for of this field's object, which has the one type that is named.
func (s Selected) Selects(typeName, field string) bool {
	return slices.ContainsFunc(graphql.CollectFields(s.op, s.f.Selections, []string{typeName}), func(f graphql.CollectedField) bool { return f.Name == field })
}

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

// FieldName is the name in the schema of the field that is being resolved.
func FieldName(ctx context.Context) string { return graphql.GetFieldContext(ctx).Field.Name }
