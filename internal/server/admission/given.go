package admission

import (
	"context"

	"github.com/vektah/gqlparser/v2/ast"
)

type documentKey struct{}

// given hands a loaded document to the executor, as if from its own cache.
type given struct{}

func withDocument(ctx context.Context, doc *ast.QueryDocument) context.Context {
	return context.WithValue(ctx, documentKey{}, doc)
}

func (given) Get(ctx context.Context, _ string) (*ast.QueryDocument, bool) {
	doc, ok := ctx.Value(documentKey{}).(*ast.QueryDocument)
	return doc, ok
}

func (given) Add(context.Context, string, *ast.QueryDocument) {}
