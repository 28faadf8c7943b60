package admission

import (
	"context"

	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
)

// documents parses, measures and validates documents, and caches those that pass. The executor of the library would
// validate without measuring first, and limit its cache by number, whatever the size of the documents.
type documents struct {
	schema *ast.Schema
	limits limits.Limits
	rules  *rules.Rules

	kept *sizedCache[*document]
}

// document may run. Its plans are made while it does.
type document struct {
	*ast.QueryDocument
	plans     *encode.Plans
	neverNull neverNull
}

func newDocuments(schema *ast.Schema, scalars Scalars, limits limits.Limits, introspection bool) *documents {
	return &documents{
		schema: schema, limits: limits, rules: validationRules(introspection, scalars), kept: newSizedCache[*document](limits.CacheKiB << 10),
	}
}

// load reads a document, which then is safe to execute, or refuses it.
func (d *documents) load(ctx context.Context, query string) (*document, gqlerror.List) {
	doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: query}, d.limits.Tokens)
	if err != nil {
		return nil, coded(gqlerror.WrapIfUnwrapped(err), errcode.ParseFailed)
	}
	if errs := checkTokens(query, d.limits.Name); len(errs) > 0 {
		return nil, errs
	}
	if len(doc.Operations) == 0 {
		return nil, coded(gqlerror.Errorf("no operation provided"), errcode.ParseFailed)
	}
	if measured := measure(doc, d.limits); measured != nil {
		return nil, gqlerror.List{gqlerror.Wrap(measured)}
	}
	if errs := validator.ValidateWithRules(d.schema, doc, d.rules); len(errs) > 0 {
		return nil, coded(errs[0], errcode.ValidationFailed, errs[1:]...)
	}
	admitted := &document{doc, encode.NewPlans(func(bytes int) bool { return d.kept.grow(query, bytes) }), neverNullIn(d.schema, doc)}
	d.kept.put(query, admitted, Weigh(query))
	return admitted, nil
}

type documentKey struct{}

func withDocument(ctx context.Context, doc *ast.QueryDocument) context.Context {
	return context.WithValue(ctx, documentKey{}, doc)
}

// contextDocuments hands the document of a context to the executor, as if it came from the executor's own cache.
type contextDocuments struct{}

func (contextDocuments) Get(ctx context.Context, _ string) (*ast.QueryDocument, bool) {
	doc, ok := ctx.Value(documentKey{}).(*ast.QueryDocument)
	return doc, ok
}

func (contextDocuments) Add(context.Context, string, *ast.QueryDocument) {}
