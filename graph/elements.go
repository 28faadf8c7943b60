package graph

import (
	"context"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// FailBelow adds an error of a value further down in the answer: null there, and the rest is as it is. The path has the
// names of the schema; the answer has those that were asked for, and ends where no more was.
func FailBelow(ctx context.Context, err error, path ...ast.PathElement) {
	asked := slices.Clip(graphql.GetPath(ctx))
	op, fields := graphql.GetOperationContext(ctx), graphql.CollectFieldsCtx(ctx, nil)
	for _, e := range path {
		if name, ok := e.(ast.PathName); ok {
			i := slices.IndexFunc(fields, func(f graphql.CollectedField) bool { return f.Name == string(name) })
			if i < 0 {
				break
			}
			e, fields = ast.PathName(fields[i].Alias), graphql.CollectFields(op, fields[i].Selections, nil)
		}
		asked = append(asked, e)
	}
	graphql.AddError(ctx, gqlerror.WrapPath(asked, err))
}

// FailElement adds an error of one element to the answer, for a field whose value is a list: the element
// is null, and the others are as they are.
func FailElement(ctx context.Context, i int, err error) {
	path := append(slices.Clip(graphql.GetPath(ctx)), ast.PathIndex(i))
	graphql.AddError(ctx, gqlerror.WrapPath(path, err))
}

// Name and Index are parts of a path.
func Name(n string) ast.PathElement { return ast.PathName(n) }

// Index is the place in a list.
func Index(i int) ast.PathElement { return ast.PathIndex(i) }
