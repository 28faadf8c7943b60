package transport

import (
	"context"

	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
)

// documents parses, measures and validates; what passed is kept. The executor
// would do it too, but validate before anybody measures, and keep documents by
// their number whatever their size.
type documents struct {
	schema *ast.Schema
	limits limits.Limits
	rules  *rules.Rules

	kept *sizedCache[*ast.QueryDocument]
}

func newDocuments(schema *ast.Schema, limits limits.Limits, introspection bool) *documents {
	return &documents{
		schema: schema, limits: limits, rules: validationRules(introspection), kept: newSizedCache[*ast.QueryDocument](limits.CacheKiB << 10),
	}
}

// load reads a document: it is safe to execute then, or refused.
func (d *documents) load(query string) (*ast.QueryDocument, gqlerror.List) {
	doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: query}, d.limits.Tokens)
	if err != nil {
		return nil, refused(gqlerror.WrapIfUnwrapped(err), errcode.ParseFailed)
	}
	if len(doc.Operations) == 0 {
		return nil, refused(gqlerror.Errorf("no operation provided"), errcode.ParseFailed)
	}
	if measured := measure(doc, d.limits); measured != nil {
		return nil, gqlerror.List{gqlerror.Wrap(measured)}
	}
	if errs := validator.ValidateWithRules(d.schema, doc, d.rules); len(errs) > 0 {
		return nil, refused(errs[0], errcode.ValidationFailed, errs[1:]...)
	}
	d.kept.put(query, doc, weigh(query, doc))
	return doc, nil
}

func refused(first *gqlerror.Error, code string, more ...*gqlerror.Error) gqlerror.List {
	errs := append(gqlerror.List{first}, more...)
	for _, e := range errs {
		e.Err = nil // a cause would make it an internal error
		errcode.Set(e, code)
	}
	return errs
}

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
