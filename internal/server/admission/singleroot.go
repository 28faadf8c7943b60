package admission

import (
	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/validator/core"
)

// singleRoot refuses a subscription with two fields, also where a fragment brings one, which the library does not see.
// checkSingleRoot looks at fields with directives.
func singleRoot(observers *core.Events, addError core.AddErrFunc) {
	observers.OnOperation(func(_ *core.Walker, op *ast.OperationDefinition) {
		if op.Operation != ast.Subscription {
			return
		}
		roots := roots{names: map[string]bool{}, seen: map[*ast.FragmentDefinition]bool{}}
		roots.collect(op.SelectionSet)
		if len(roots.names) > 1 && roots.spread {
			addError(core.Message("A subscription must select only one top level field."), core.At(op.Position))
		}
	})
}

// roots are the names of the fields that a subscription selects for certain.
type roots struct {
	names  map[string]bool
	seen   map[*ast.FragmentDefinition]bool
	spread bool // a fragment brought some of them
}

func (r *roots) collect(set ast.SelectionSet) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			if len(s.Directives) == 0 {
				r.names[s.Alias] = true
			}
		case *ast.InlineFragment:
			if len(s.Directives) == 0 {
				r.spread = true
				r.collect(s.SelectionSet)
			}
		case *ast.FragmentSpread:
			if f := s.Definition; len(s.Directives) == 0 && f != nil && !r.seen[f] {
				r.seen[f], r.spread = true, true
				r.collect(f.SelectionSet)
			}
		}
	}
}

// checkSingleRoot refuses a subscription whose only field is left out by @skip or @include. Validation cannot see that, and
// the executor would report an internal error.
func checkSingleRoot(opCtx *graphql.OperationContext) gqlerror.List {
	if !IsSubscription(opCtx) || len(graphql.CollectFields(opCtx, opCtx.Operation.SelectionSet, []string{"Subscription"})) == 1 {
		return nil
	}
	return coded(gqlerror.Errorf("a subscription must select exactly one field, and its directives must leave that one in"), errcode.ValidationFailed)
}

// IsSubscription reports whether an operation goes on after its first answer.
func IsSubscription(opCtx *graphql.OperationContext) bool {
	return opCtx.Operation.Operation == ast.Subscription
}
