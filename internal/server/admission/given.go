package admission

import (
	"context"

	"github.com/vektah/gqlparser/v2/ast"
)

type documentKey struct{}

// given hands a loaded document to the executor, as if from its own cache.
type contextDocuments struct{}

func withDocument(ctx context.Context, doc *ast.QueryDocument) context.Context {
	return context.WithValue(ctx, documentKey{}, doc)
}

func (contextDocuments) Get(ctx context.Context, _ string) (*ast.QueryDocument, bool) {
	doc, ok := ctx.Value(documentKey{}).(*ast.QueryDocument)
	return doc, ok
}

func (contextDocuments) Add(context.Context, string, *ast.QueryDocument) {}
