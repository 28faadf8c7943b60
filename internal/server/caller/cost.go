package caller

import (
	"context"
	"net/http"
)

// CostHeader asks that each answer says its cost, in extensions.costo. Its value is any text but "".
const CostHeader = "Carpeta-Costo"

type costKey struct{}

// WithCost notes whether a request asks for the cost.
func WithCost(ctx context.Context, h http.Header) context.Context {
	if h.Get(CostHeader) == "" {
		return ctx
	}
	return context.WithValue(ctx, costKey{}, true)
}

// AsksCost reports whether the request asked for the cost.
func AsksCost(ctx context.Context) bool {
	asks, _ := ctx.Value(costKey{}).(bool)
	return asks
}
