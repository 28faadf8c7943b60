package encode

import (
	"context"
	"slices"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// Plans are what was worked out about the selections of one document, kept as long as the document is. Nothing is kept of
// a selection about which variables decide.
type Plans struct {
	room func(bytes int) bool

	mu   sync.RWMutex
	kept map[planKey]any
}

type planKey struct {
	field *ast.Field
	what  string
}

// NewPlans keeps what it is given room for. It asks before it keeps anything.
func NewPlans(room func(bytes int) bool) *Plans { return &Plans{room: room, kept: map[planKey]any{}} }

// extension is where an operation has the plans of its document.
const extension = "encode.plans"

// Beside gives an operation the plans of its document.
func (p *Plans) Beside(op *graphql.OperationContext) { op.Stats.SetExtension(extension, p) }

// Bytes that are kept for a fact, for a step of a plan beside its key, and for a step that had to be made for its field.
// TestPlansAreWeighed holds them against the heap.
const (
	factBytes = 192
	stepBytes = 48
	madeBytes = 48
)

// Kept is what workOut tells about the selection of the field that is being resolved, worked out once for a document.
func Kept[V any](ctx context.Context, what string, workOut func() V) V {
	if !graphql.HasOperationContext(ctx) || graphql.GetFieldContext(ctx) == nil {
		return workOut()
	}
	op, f := graphql.GetOperationContext(ctx), graphql.GetFieldContext(ctx).Field
	return keep(op, f, what, func() (V, int) { return workOut(), 0 })
}

func keep[V any](op *graphql.OperationContext, f graphql.CollectedField, what string, workOut func() (V, int)) V {
	p, _ := op.Stats.GetExtension(extension).(*Plans)
	if p == nil || len(f.Selections) != len(f.SelectionSet) { // one that was merged is of several fields
		v, _ := workOut()
		return v
	}
	k := planKey{f.Field, what}
	p.mu.RLock()
	known, found := p.kept[k]
	p.mu.RUnlock()
	if v, ok := known.(V); ok {
		return v
	}
	v, bytes := workOut()
	if !found {
		p.put(k, v, bytes, varies(op.Doc, f.SelectionSet, map[string]bool{}))
	}
	return v
}

// put keeps v, or that there is nothing to keep.
func (p *Plans) put(k planKey, v any, bytes int, varies bool) {
	if varies {
		v, bytes = nil, 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, twice := p.kept[k]; !twice && p.room(factBytes+bytes) {
		p.kept[k] = v
	}
}

// varies reports whether a directive below has a variable.
func varies(doc *ast.QueryDocument, set ast.SelectionSet, seen map[string]bool) bool {
	return slices.ContainsFunc(set, func(s ast.Selection) bool {
		switch n := s.(type) {
		case *ast.Field:
			return decided(n.Directives) || varies(doc, n.SelectionSet, seen)
		case *ast.InlineFragment:
			return decided(n.Directives) || varies(doc, n.SelectionSet, seen)
		case *ast.FragmentSpread:
			if decided(n.Directives) {
				return true
			}
			if seen[n.Name] {
				return false
			}
			seen[n.Name] = true
			return varies(doc, doc.Fragments.ForName(n.Name).SelectionSet, seen)
		}
		return true
	})
}

func decided(all ast.DirectiveList) bool {
	return slices.ContainsFunc(all, func(d *ast.Directive) bool {
		return slices.ContainsFunc(d.Arguments, func(a *ast.Argument) bool { return a.Value.Kind == ast.Variable })
	})
}
