package engine

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
)

// costMember of a response's extensions is the price of the operation and the rest of the budget.
const costMember = "costo"

// withStatus hands the budget of an admitted operation to its resolvers.
func withStatus(ctx context.Context, opCtx *graphql.OperationContext) context.Context {
	if s, ok := admission.StatusOf(opCtx); ok {
		return quota.WithStatus(ctx, s)
	}
	return ctx
}

// tellCost adds extensions.costo to the answer.
func tellCost(ctx context.Context, resp *graphql.Response) {
	s, ok := quota.FromContext(ctx)
	if !ok {
		return
	}
	if resp.Extensions == nil {
		resp.Extensions = map[string]any{}
	}
	resp.Extensions[costMember] = costOf(s)
}

func costOf(s quota.Status) map[string]any {
	c := map[string]any{"precio": s.Cost}
	if s.Limit > 0 {
		c["limite"], c["restante"], c["reinicio"] = s.Limit, s.Remaining, s.Reset.UTC().Format(time.RFC3339)
	}
	return c
}
