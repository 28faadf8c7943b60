package admission

import (
	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// KindOf is query, mutation or subscription.
func KindOf(opCtx *graphql.OperationContext) string { return string(opCtx.Operation.Operation) }

// IsSubscription reports whether an operation goes on after its first answer.
func IsSubscription(opCtx *graphql.OperationContext) bool {
	return opCtx.Operation.Operation == ast.Subscription
}
