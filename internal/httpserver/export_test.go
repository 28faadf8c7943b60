package httpserver

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
)

// TokenLeft is how long a connection may live.
var TokenLeft = tokenLeft

// Admit does what comes before an operation runs: who is asking, the document,
// the variables, the price. It returns the code of the refusal, or OK.
func (a *API) Admit(ctx context.Context, header, query string, variables map[string]any) string {
	ctx, err := a.identify(ctx, header)
	if err != nil {
		return string(err.Code)
	}
	_, errs := a.prepare(ctx, &graphql.RawParams{Query: query, Variables: variables})
	return codeOf(errs)
}
