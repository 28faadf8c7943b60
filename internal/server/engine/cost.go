package engine

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// costMember of a response's extensions is the price of the operation and what is left of the budget. workMember of it is
// the part of the price that came from rows that filters read in vain.
const (
	costMember = "costo"
	workMember = "leido"
)

// withStatus hands the budget of an admitted operation to its resolvers.
func withStatus(ctx context.Context, opCtx *graphql.OperationContext) context.Context {
	if s, ok := admission.StatusOf(opCtx); ok {
		return quota.WithStatus(ctx, s)
	}
	return ctx
}

// chargeWork takes the price of the work that was not known before from the subject's budget. The work is done, so the
// budget may be in debt after it, and the next operation waits.
func (e *Engine) chargeWork(ctx context.Context, t *quota.Tab) context.Context {
	work := t.Spent()
	if work == 0 {
		return ctx
	}
	after := e.cfg.Budget.ForceCharge(ctx, work)
	if before, ok := quota.FromContext(ctx); ok {
		after.Cost += before.Cost
	}
	return quota.WithStatus(ctx, after)
}

// tellCost adds extensions.costo to the answer, if it is asked for.
func (e *Engine) tellCost(ctx context.Context, resp *graphql.Response, work int) {
	s, ok := quota.FromContext(ctx)
	if !ok || !e.cfg.TellCost && !caller.AsksCost(ctx) {
		return
	}
	if resp.Extensions == nil {
		resp.Extensions = map[string]any{}
	}
	cost := costOf(s)
	if work > 0 {
		cost[workMember] = work
	}
	resp.Extensions[costMember] = cost
}

func costOf(s quota.Status) map[string]any {
	c := map[string]any{"precio": s.Cost}
	if s.Limit > 0 {
		c["limite"], c["restante"], c["reinicio"] = s.Limit, s.Remaining, s.Reset.UTC().Format(time.RFC3339)
	}
	return c
}
