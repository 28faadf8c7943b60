package admission

import (
	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// checkSingleRoot refuses a subscription whose one field @skip or @include leaves
// out: validation cannot see that, and the executor would call it its own failure.
func checkSingleRoot(opCtx *graphql.OperationContext) gqlerror.List {
	if !IsSubscription(opCtx) || len(graphql.CollectFields(opCtx, opCtx.Operation.SelectionSet, []string{"Subscription"})) == 1 {
		return nil
	}
	return coded(gqlerror.Errorf("a subscription must select exactly one field, and its directives must leave that one in"), errcode.ValidationFailed)
}
