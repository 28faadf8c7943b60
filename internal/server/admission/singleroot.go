package admission

import (
	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

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
