package httpserver

import (
	"context"
	"sync"

	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// documents parses, measures and validates; what passed is kept. The executor
// would do it too, but validate before anybody measures, and keep documents by
// their number whatever their size.
type documents struct {
	schema *ast.Schema
	limits Limits
	rules  *rules.Rules

	mu   sync.Mutex
	kept *simplelru.LRU[string, kept]
	size int // estimated bytes
}

type kept struct {
	doc  *ast.QueryDocument
	size int
}

// nodeSize is roughly what a selection takes in memory once it is validated.
const nodeSize = 768

func newDocuments(schema *ast.Schema, limits Limits, suggest bool) *documents {
	d := &documents{schema: schema, limits: limits, rules: validationRules(suggest)}
	d.kept, _ = simplelru.NewLRU(1<<20, func(_ string, k kept) { d.size -= k.size }) // fails for a size of 0 only
	return d
}

// load returns the document, safe to execute, or why it is refused.
func (d *documents) load(query string) (*ast.QueryDocument, gqlerror.List) {
	d.mu.Lock()
	k, ok := d.kept.Get(query)
	d.mu.Unlock()
	if ok {
		return k.doc, nil
	}
	doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: query}, d.limits.Tokens)
	if err != nil {
		return nil, refused(gqlerror.WrapIfUnwrapped(err), errcode.ParseFailed)
	}
	if len(doc.Operations) == 0 {
		return nil, refused(gqlerror.Errorf("no operation provided"), errcode.ParseFailed)
	}
	nodes, measured := measure(doc, d.limits)
	if measured != nil {
		return nil, gqlerror.List{gqlerror.Wrap(measured)}
	}
	if errs := validator.ValidateWithRules(d.schema, doc, d.rules); len(errs) > 0 {
		return nil, refused(errs[0], errcode.ValidationFailed, errs[1:]...)
	}
	d.keep(query, kept{doc, len(query) + nodes*nodeSize})
	return doc, nil
}

// keep makes room by dropping what was not asked for longest.
func (d *documents) keep(query string, k kept) {
	most := d.limits.CacheKiB << 10
	if k.size > most/16 {
		return // one document does not push out all others
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.kept.Contains(query) {
		return // two parsed it at once
	}
	d.kept.Add(query, k)
	d.size += k.size
	for d.size > most {
		d.kept.RemoveOldest()
	}
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
